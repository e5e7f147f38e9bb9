import type { ClientDirective } from 'astro';

declare global {
  interface Window {
    /** An opener that was pressed before its dialog was ready. */
    pendingOpener?: HTMLElement | undefined;
  }
}

/**
 * `client:intent="<selector>"`: hydrates when somebody points at, focuses or presses an element that matches. A press
 * that came too early is kept in `window.pendingOpener`: React's effects run after hydration, an event would be lost.
 */
const intent: ClientDirective = (load, options, element) => {
  const selector = String(options.value);
  let isStarted = false;
  let isBroken = false;

  const start = async () => {
    if (isStarted) return;
    isStarted = true;
    try {
      const hydrate = await load();
      await hydrate();
    } catch {
      // The connection went. The opener is a link to the plain form, and from now on works as one.
      isBroken = true;
      if (window.pendingOpener instanceof HTMLAnchorElement) location.hash = window.pendingOpener.hash;
    }
  };
  const openerOf = (event: Event) => (event.target as Element | null)?.closest?.<HTMLElement>(selector);

  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, (event) => openerOf(event) && start(), { passive: true });
  }
  document.addEventListener('click', (event) => {
    const opener = openerOf(event);
    if (!opener || isBroken || element.hasAttribute('data-ready')) return;
    event.preventDefault();
    window.pendingOpener = opener;
    start();
  });
};

// biome-ignore lint/style/noDefaultExport: Astro loads a client directive by its default export.
export default intent;
