/** How far the editor of an entry was scrolled before it was replaced. */
let stored: { id: string; top: number } | undefined;

/** The text gets its height in the first frames. */
const layoutFrames = 10;

const findScroller = () => document.querySelector('main [data-scrolls]');

/** Remembers how far the screen is scrolled, for the next editor of an entry. */
export function storeScroll(id: string): void {
  stored = { id, top: findScroller()?.scrollTop ?? 0 };
}

/** Scrolls the new editor of an entry to where the previous one was, and focuses a control that is always in view. */
export function restoreScroll(id: string, control: HTMLElement | null): void {
  if (stored?.id !== id) return;
  const { top } = stored;
  stored = undefined;
  const update = (frames: number): void => {
    requestAnimationFrame(() => {
      findScroller()?.scrollTo({ top, behavior: 'instant' });
      if (frames > 1) update(frames - 1);
    });
  };
  // After the editor has moved the focus to its first field.
  requestAnimationFrame(() => control?.focus({ preventScroll: true }));
  update(layoutFrames);
}
