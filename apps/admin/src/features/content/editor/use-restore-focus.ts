import { type RefObject, useLayoutEffect, useRef } from 'react';

interface CardState {
  id: string;
  isOpen: boolean;
}

/** An entry that is about to be in the list for the first time. */
let expected: string | undefined;

/** Whoever has added an entry goes on from its card. @param id of the item */
export function expectCard(id: string): void {
  expected = id;
}

/**
 * After its editor is closed a card is in sight, where a long form would have left the window far below it, and whoever
 * had the caret in there goes on from the button that opens it again.
 */
export function useComeBack(button: RefObject<HTMLElement | null>, { id, isOpen }: CardState): void {
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    const isClosed = takeExpected(id) || (wasOpen.current && !isOpen);
    wasOpen.current = isOpen;
    const card = button.current?.closest('[data-item]');
    if (!isClosed || !card) return;
    // What had the focus went with the form; somebody who has gone on to another place stays there.
    if (document.activeElement !== document.body) return;
    button.current?.focus({ preventScroll: true });
    if (!isInSight(card)) card.scrollIntoView({ block: 'center' });
  }, [button, id, isOpen]);
}

function takeExpected(id: string): boolean {
  if (expected !== id) return false;
  expected = undefined;
  return true;
}

function isInSight(card: Element): boolean {
  const scroller = card.closest('[data-scrolls]')?.getBoundingClientRect();
  const { top, bottom } = card.getBoundingClientRect();
  return !scroller || (top >= scroller.top && bottom <= scroller.bottom);
}
