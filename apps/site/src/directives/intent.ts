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

  const start = async () => {
    if (isStarted) return;
    isStarted = true;
    const hydrate = await load();
    await hydrate();
  };
  const openerOf = (event: Event) => (event.target as Element | null)?.closest?.<HTMLElement>(selector);

  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, (event) => openerOf(event) && start(), { passive: true });
  }
  document.addEventListener('click', (event) => {
    const opener = openerOf(event);
    if (!opener || element.hasAttribute('data-ready')) return;
    event.preventDefault();
    window.pendingOpener = opener;
    start();
  });
};

// biome-ignore lint/style/noDefaultExport: Astro loads a client directive by its default export.
export default intent;
