/** Shows the button that copies the address of the page, where the browser can: without TLS it cannot. */
export function startCopyLink(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-copy]');
  if (!button || !navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy ?? '');
    const status = button.nextElementSibling;
    if (status) status.textContent = button.dataset.copied ?? '';
  });
}
