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
    const onFocusIn = ({ target }: FocusEvent) => {
      // A dialog that the focused element opened returns the focus.
      if (!(target instanceof Element) || target.closest(dialog)) return;
      last = element.contains(target) ? target : null;
    };
    const moveFocus = () => {
      if (last && !last.isConnected && document.activeElement === document.body) element.focus({ preventScroll: true });
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      // The element that opened the dialog may be removed before the dialog.
      if (target instanceof Element && target.closest(dialog)) setTimeout(moveFocus);
      if (relatedTarget !== null || target !== last) return;
      // Chromium fires this event also for an element that is about to be removed or disabled.
      queueMicrotask(() => {
        if (target === last && last?.isConnected && !last.matches(':disabled') && document.hasFocus()) last = null;
      });
    };
    const changes = new MutationObserver(moveFocus);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    changes.observe(element, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      changes.disconnect();
    };
  }, [container]);
}
