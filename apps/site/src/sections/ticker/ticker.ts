/** Lets visitors pause the ticker: movement of more than 5 s needs a control (WCAG 2.2.2). */
export function startTicker(): void {
  const button = document.querySelector<HTMLButtonElement>('.ticker button');
  const ticker = button?.closest('.ticker');
  if (!button || !ticker) return;
  button.addEventListener('click', () => {
    const isPaused = ticker.toggleAttribute('data-paused');
    button.setAttribute('aria-label', (isPaused ? button.dataset.play : button.dataset.pause) ?? '');
    // Focus pauses the ticker too, so move the focus away after a press on "start".
    if (!isPaused) button.blur();
  });
}
