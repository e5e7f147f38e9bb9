/** What moves for longer than 5 s can be stopped (WCAG 2.2.2). */
export function startTicker(): void {
  const button = document.querySelector<HTMLButtonElement>('.ticker button');
  const ticker = button?.closest('.ticker');
  if (!button || !ticker) return;
  button.addEventListener('click', () => {
    const isPaused = ticker.toggleAttribute('data-paused');
    button.setAttribute('aria-label', (isPaused ? button.dataset.play : button.dataset.pause) ?? '');
    // Focus pauses as well; somebody who presses "start" wants to see it run.
    if (!isPaused) button.blur();
  });
}
