import { type RefObject, useEffect } from 'react';

const dialog = '[role=dialog][aria-modal=true]';

/**
 * Moves the focus to the container when the focused element inside it is removed, so that the next Tab continues from there.
 * The container needs `tabIndex={-1}`.
 */
export function useFocusFallback(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let last = element.contains(document.activeElement) ? document.activeElement : null;
    const arrive = ({ target }: FocusEvent) => {
      // A dialog that the focused element opened returns the focus.
      if (!(target instanceof Element) || target.closest(dialog)) return;
      last = element.contains(target) ? target : null;
    };
    const settle = () => {
      if (last && !last.isConnected && document.activeElement === document.body) element.focus({ preventScroll: true });
    };
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      // The element that opened the dialog may be removed before the dialog.
      if (target instanceof Element && target.closest(dialog)) setTimeout(settle);
      if (relatedTarget !== null || target !== last) return;
      // Chromium fires this event also for an element that is about to be removed or disabled.
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
  }, [container]);
}
