/** Equal to the delay of the first island: a new visitor may press or scroll, and layout would block that. */
const delayMs = 3000;
/** The drawings that remain are about 1 KB each. */
const drawingsAfterMs = 3000;

/**
 * Lays out the sections below the first view one at a time while the page is idle. If the visitor scrolls before that, the
 * browser lays out the next ones. While an anchor is the target, the styles lay out all of them.
 */
export function deferLayout(): void {
  const parts = [...document.querySelectorAll('.deferred')];
  const whenIdle = globalThis.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 100));
  // For visitors who print or save the page without scrolling. Photographs stay lazy.
  const fetchDrawings = () => {
    for (const drawing of document.querySelectorAll<HTMLImageElement>('img[src^="/art/"]')) drawing.loading = 'eager';
  };
  const showNext = () => {
    parts.shift()?.classList.remove('deferred');
    if (parts.length > 0) whenIdle(showNext);
    else setTimeout(fetchDrawings, drawingsAfterMs);
  };

  addEventListener('load', () => setTimeout(() => whenIdle(showNext), delayMs));
}
