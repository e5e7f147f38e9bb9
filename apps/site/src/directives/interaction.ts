import type { ClientDirective } from 'astro';

declare global {
  interface Window {
    /** An opener that was pressed before its dialog was ready. */
    pendingOpener?: HTMLElement | undefined;
  }
}

const selector = '[data-open-contact]';

/**
 * `client:interaction`: hydrates when somebody points at, focuses or presses an opener of the dialog. A press that came too early is kept in `window.pendingOpener`: React's effects run after hydration, an event would be lost.
 */
const interaction: ClientDirective = (load, _options, element) => {
  let isStarted = false;
  let isBroken = false;

  const start = async () => {
    if (isStarted) return;
    isStarted = true;
    const hydrate = await load();
    await hydrate();
  };
  // The connection went, which Astro tells by an event only. The opener is a link to the plain form, and now works as one.
  element.addEventListener('astro:hydration-error', () => {
    isBroken = true;
    window.pendingOpener?.removeAttribute('aria-busy');
    window.pendingOpener?.click();
  });
  const openerOf = (event: Event) => (event.target as Element | null)?.closest?.<HTMLElement>(selector);

  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, (event) => openerOf(event) && start(), { passive: true });
  }
  document.addEventListener('click', (event) => {
    const opener = openerOf(event);
    if (!opener || isBroken || element.hasAttribute('data-ready')) return;
    event.preventDefault();
    window.pendingOpener ??= opener;
    window.pendingOpener.ariaBusy = 'true';
    start();
  });
  // From another page: the address leads to the plain form, before which the dialog is opened.
  if (location.hash === '#enquiry') element.closest('section')?.querySelector<HTMLElement>(selector)?.click();
};

// biome-ignore lint/style/noDefaultExport: Astro loads a client directive by its default export.
export default interaction;
