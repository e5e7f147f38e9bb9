import type { ClientDirective } from 'astro';

/** After the page has loaded, so that React never competes with the first paint; before the first turn at 7 s. */
const quietMs = 3000;

/**
 * `client:delayed`: hydrates on the first touch, focus or pointer inside, or once the page has been loaded for a while. A
 * button that was pressed too early is pressed again as soon as somebody listens.
 */
const delayed: ClientDirective = (load, _options, element) => {
  const area = element.closest('section') ?? element;
  const events = ['pointerover', 'focusin', 'touchstart'] as const;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let early: HTMLButtonElement | undefined;

  const remember = (event: Event) => {
    early = (event.target as Element | null)?.closest('button') ?? undefined;
  };

  const start = async () => {
    clearTimeout(timer);
    removeEventListener('load', wait);
    for (const type of events) area.removeEventListener(type, start);
    const hydrate = await load();
    // Code has just run for the first time: a touch may come in before the next piece of work.
    await globalThis.scheduler?.yield?.();
    await hydrate();
    if (element.hasAttribute('ssr')) return;
    element.removeEventListener('click', remember);
    early?.click();
  };
  const wait = () => {
    timer = setTimeout(start, quietMs);
  };

  const listen = () => {
    for (const type of events) area.addEventListener(type, start, { once: true, passive: true });
  };

  element.addEventListener('click', remember);
  // The connection went, which Astro tells by an event only: the next touch tries again.
  element.addEventListener('astro:hydration-error', listen);
  listen();
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
};

// biome-ignore lint/style/noDefaultExport: Astro loads a client directive by its default export.
export default delayed;
