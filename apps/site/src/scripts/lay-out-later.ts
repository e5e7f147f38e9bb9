/** After everything that a first look needs; what is left then are a few drawings of 1 KB. */
const drawingsAfterMs = 3000;

/**
 * Lays out what stands below the first view, one part at a time, so that none of them holds up a touch. Whoever jumps to an
 * anchor before that gets all of it at once: the jump would end at a guess otherwise.
 */
export function layOutLater(): void {
  const parts = [...document.querySelectorAll('.later')];
  const show = (part: Element | undefined) => part?.classList.remove('later');
  const showAll = () => parts.splice(0).forEach(show);
  const whenIdle = globalThis.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 100));
  // Whoever prints or saves the page without scrolling gets its drawings as well. Photographs wait until they come near.
  const fetchDrawings = () => {
    for (const drawing of document.querySelectorAll<HTMLImageElement>('img[src^="/art/"]')) drawing.loading = 'eager';
  };
  const showNext = () => {
    show(parts.shift());
    if (parts.length > 0) whenIdle(showNext);
    else setTimeout(fetchDrawings, drawingsAfterMs);
  };

  if (location.hash !== '') showAll();
  addEventListener('hashchange', showAll);
  document.addEventListener('click', (event) => (event.target as Element).closest?.('a[href*="#"]') && showAll(), true);
  addEventListener('load', () => document.fonts.ready.then(() => whenIdle(showNext)));
}
