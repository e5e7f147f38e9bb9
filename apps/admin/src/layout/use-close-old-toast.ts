import { useLocation } from '@tanstack/react-router';
import { useContext, useEffect, useRef } from 'react';
import { type Toast, ToastContext } from '../ui/toast.tsx';

/**
 * Closes a message once its user goes on to something else: opens another screen or a form, or sends one. A message about the
 * action that has led there stays, because it appears after the press of a key or button that began the action.
 */
export function useCloseOldToast(): void {
  const setToast = useContext(ToastContext);
  const address = useLocation({ select: ({ href }) => href });
  const old = useRef<Toast>(undefined);
  useEffect(() => {
    let isPressed = false;
    let closesOnClick = false;
    const onInput = ({ type }: Event) => {
      isPressed = type === 'pointerdown';
      setToast((toast) => {
        // The message that was shown at the time.
        old.current = toast;
        return toast;
      });
    };
    const close = () => setToast((toast) => (toast === old.current ? undefined : toast));
    const onFocus = ({ target, relatedTarget }: FocusEvent) => {
      const form = target instanceof Element && target.closest('form[data-takes-over]');
      if (form && !(relatedTarget instanceof Node && form.contains(relatedTarget))) {
        // The form moves when the message closes: during a press, its button would miss the click.
        if (isPressed) closesOnClick = true;
        else close();
      }
    };
    const onClick = () => {
      if (closesOnClick) close();
      isPressed = closesOnClick = false;
    };
    const options = { capture: true };
    const inputs = ['pointerdown', 'keydown'] as const;
    for (const name of inputs) document.addEventListener(name, onInput, options);
    document.addEventListener('click', onClick, options);
    document.addEventListener('submit', close, options);
    document.addEventListener('focusin', onFocus);
    return () => {
      for (const name of inputs) document.removeEventListener(name, onInput, options);
      document.removeEventListener('click', onClick, options);
      document.removeEventListener('submit', close, options);
      document.removeEventListener('focusin', onFocus);
    };
  }, [setToast]);
  const shownAt = useRef(address);
  useEffect(() => {
    if (shownAt.current === address) return;
    shownAt.current = address;
    setToast((toast) => (toast === old.current ? undefined : toast));
  }, [setToast, address]);
}
