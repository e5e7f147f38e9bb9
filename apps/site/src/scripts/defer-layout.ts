/** As long as the first view's island waits: whoever has just come may press or scroll, and nothing may hold that up. */
const quietMs = 3000;
/** What is left when all is laid out are a few drawings of 1 KB. */
const drawingsAfterMs = 3000;

/**
 * Lays out what stands below the first view, one part at a time, once nobody waits for anything; a visitor who scrolls before
 * that gets the next parts from the browser. Whoever jumps to an anchor gets all of it at once: the jump would end at a guess
 * otherwise.
 */
export function deferLayout(): void {
  const parts = [...document.querySelectorAll('.deferred')];
  const show = (part: Element | undefined) => part?.classList.remove('deferred');
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

  if (location.hash) showAll();
  addEventListener('hashchange', showAll);
  // The dialog stands in a part itself: until that is laid out, it cannot be seen or take the focus.
  const jump = 'a[href*="#"], [data-open-contact]';
  document.addEventListener('click', (event) => (event.target as Element).closest?.(jump) && showAll(), true);
  addEventListener('load', () => setTimeout(() => whenIdle(showNext), quietMs));
}
