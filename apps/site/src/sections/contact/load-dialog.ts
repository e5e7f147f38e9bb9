declare global {
  interface Window {
    /** A button that was pressed before its dialog was loaded. */
    pendingOpener?: HTMLElement | undefined;
  }
}

const selector = '[data-open-contact]';

/**
 * Loads the code of the enquiry dialog when the visitor points at, focuses or presses a button that opens it. An early press
 * is stored in `window.pendingOpener`, and opens the dialog once it is there.
 */
export function loadDialog(): void {
  const dialog = document.querySelector<HTMLElement>('.contact-dialog');
  const url = dialog?.dataset.script;
  if (!dialog || !url) return;
  let isStarted = false;
  let hasFailed = false;

  const start = () => {
    if (isStarted) return;
    isStarted = true;
    import(/* @vite-ignore */ url).catch(() => {
      // The button is a link to the plain form and now works as one.
      hasFailed = true;
      window.pendingOpener?.removeAttribute('aria-busy');
      window.pendingOpener?.click();
    });
  };
  const findOpener = (event: Event) => (event.target as Element | null)?.closest?.<HTMLElement>(selector);

  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, (event) => findOpener(event) && start(), { passive: true });
  }
  document.addEventListener('click', (event) => {
    const opener = findOpener(event);
    if (!opener || hasFailed || 'ready' in dialog.dataset) return;
    event.preventDefault();
    window.pendingOpener ??= opener;
    window.pendingOpener.ariaBusy = 'true';
    start();
  });
  // A link from another page leads to the plain form; open the dialog instead.
  if (location.hash === '#enquiry') dialog.closest('section')?.querySelector<HTMLElement>(selector)?.click();
}
