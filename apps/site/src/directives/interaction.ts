import type { ClientDirective } from 'astro';

declare global {
  interface Window {
    /** A button that was pressed before its dialog was hydrated. */
    pendingOpener?: HTMLElement | undefined;
  }
}

const selector = '[data-open-contact]';

/**
 * `client:interaction`: hydrates when the visitor points at, focuses or presses a button that opens the dialog. An early press
 * is stored in `window.pendingOpener`: React runs effects after hydration, so an event would be lost.
 */
const interaction: ClientDirective = (load, _options, element) => {
  let isStarted = false;
  let hasFailed = false;

  const start = async () => {
    if (isStarted) return;
    isStarted = true;
    const hydrate = await load();
    await hydrate();
  };
  // Astro reports a failed download by this event only. The button is a link to the plain form and now works as one.
  element.addEventListener('astro:hydration-error', () => {
    hasFailed = true;
    window.pendingOpener?.removeAttribute('aria-busy');
    window.pendingOpener?.click();
  });
  const findOpener = (event: Event) => (event.target as Element | null)?.closest?.<HTMLElement>(selector);

  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, (event) => findOpener(event) && start(), { passive: true });
  }
  document.addEventListener('click', (event) => {
    const opener = findOpener(event);
    if (!opener || hasFailed || element.hasAttribute('data-ready')) return;
    event.preventDefault();
    window.pendingOpener ??= opener;
    window.pendingOpener.ariaBusy = 'true';
    start();
  });
  // A link from another page leads to the plain form; open the dialog instead.
  if (location.hash === '#enquiry') element.closest('section')?.querySelector<HTMLElement>(selector)?.click();
};

// biome-ignore lint/style/noDefaultExport: Astro loads a client directive by its default export.
export default interaction;
