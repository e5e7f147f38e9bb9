import { type RefObject, useEffect } from 'react';

const dialog = '[role=dialog][aria-modal=true]';

/**
 * When what had the focus within a place is gone, such as the button of something that is done, the place itself takes it,
 * and the next Tab goes on from there. The place needs `tabIndex={-1}`.
 */
export function useFocusFallback(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let last = element.contains(document.activeElement) ? document.activeElement : null;
    const arrive = ({ target }: FocusEvent) => {
      // A question that was asked by what had the focus: it goes back there, or to where that was.
      if (!(target instanceof Element) || target.closest(dialog)) return;
      last = element.contains(target) ? target : null;
    };
    const settle = () => {
      if (last && !last.isConnected && document.activeElement === document.body) element.focus({ preventScroll: true });
    };
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      // What asked may be gone before its question is.
      if (target instanceof Element && target.closest(dialog)) setTimeout(settle);
      if (relatedTarget !== null || target !== last) return;
      // Chromium says this also of what is about to be removed, or is disabled while it works.
      queueMicrotask(() => {
        if (target === last && last?.isConnected && !last.matches(':disabled') && document.hasFocus()) last = null;
      });
    };
    const changes = new MutationObserver(settle);
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
