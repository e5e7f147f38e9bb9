import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * After its editor is closed a card is in sight, where a long form would have left the window far below it, and whoever
 * had the caret in there goes on from the button that opens it again.
 */
export function useComeBack(button: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    const isClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    const card = button.current?.closest('[data-item]');
    if (!isClosed || !card) return;
    // What had the focus went with the form; somebody who has gone on to another place stays there.
    if (document.activeElement !== document.body) return;
    button.current?.focus({ preventScroll: true });
    if (!isInSight(card)) card.scrollIntoView({ block: 'center' });
  }, [button, isOpen]);
}

function isInSight(card: Element): boolean {
  const scroller = card.closest('[data-scrolls]')?.getBoundingClientRect();
  const { top, bottom } = card.getBoundingClientRect();
  return !scroller || (top >= scroller.top && bottom <= scroller.bottom);
}
