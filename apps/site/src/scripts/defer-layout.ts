/** Equal to the delay of the first island: a new visitor may press or scroll, and layout would block that. */
const delayMs = 3000;
/** The drawings that remain are about 1 KB each. */
const drawingsAfterMs = 3000;

/**
 * Lays out the sections below the first view one at a time while the page is idle. If the visitor scrolls before that, the
 * browser lays out the next ones. A jump to an anchor lays out all of them first: otherwise it would end at an estimated
 * position.
 */
export function deferLayout(): void {
  const parts = [...document.querySelectorAll('.deferred')];
  const show = (part: Element | undefined) => part?.classList.remove('deferred');
  const showAll = () => parts.splice(0).forEach(show);
  const whenIdle = globalThis.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 100));
  // For visitors who print or save the page without scrolling. Photographs stay lazy.
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
  // After the handlers that open the enquiry dialog instead: laying out the sections would delay it.
  addEventListener('click', ({ target, defaultPrevented }) => {
    if (!defaultPrevented && (target as Element).closest?.('a[href*="#"]')) showAll();
  });
  addEventListener('load', () => setTimeout(() => whenIdle(showNext), delayMs));
}
