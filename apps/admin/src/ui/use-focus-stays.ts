import { type RefObject, useEffect } from 'react';

/**
 * When what had the focus within a place is gone, such as the button of something that is done, the place itself takes it,
 * and the next Tab goes on from there. The place needs `tabIndex={-1}`.
 */
export function useFocusStays(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let isHere = element.contains(document.activeElement);
    const arrive = ({ target }: FocusEvent) => {
      isHere = element.contains(target as Node);
    };
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      // A press beside everything; a button that is busy or gone has not been left by anybody.
      const wasLeft = target instanceof HTMLElement && target.isConnected && !target.matches(':disabled');
      if (relatedTarget === null && wasLeft && document.hasFocus()) isHere = false;
    };
    const changes = new MutationObserver(() => {
      if (isHere && document.activeElement === document.body) element.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', arrive);
    document.addEventListener('focusout', leave);
    changes.observe(element, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', arrive);
      document.removeEventListener('focusout', leave);
      changes.disconnect();
    };
  }, [place]);
}
