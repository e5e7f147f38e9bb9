import type { ClientDirective } from 'astro';

/** After the load event, so that React does not compete with the first paint; before the first rotation at 7 s. */
const delayMs = 3000;

/**
 * `client:delayed`: hydrates on the first touch, focus or pointer inside, or 3 s after the load event. A press on a button
 * before the hydration is repeated after it.
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
    // Yields after the first run of the code, so that a touch can be handled before hydration.
    await globalThis.scheduler?.yield?.();
    await hydrate();
    if (element.hasAttribute('ssr')) return;
    element.removeEventListener('click', remember);
    early?.click();
  };
  const wait = () => {
    timer = setTimeout(start, delayMs);
  };

  const listen = () => {
    for (const type of events) area.addEventListener(type, start, { once: true, passive: true });
  };

  element.addEventListener('click', remember);
  // Astro reports a failed download by this event only: the next touch tries again.
  element.addEventListener('astro:hydration-error', listen);
  // The visitor may have been here before this code.
  if (area.matches(':hover, :focus-within')) start();
  else listen();
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
};

// biome-ignore lint/style/noDefaultExport: Astro loads a client directive by its default export.
export default delayed;
