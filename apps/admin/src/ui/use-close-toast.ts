import { useContext, useEffect } from 'react';
import { ToastContext } from './toast.tsx';

/** Returns a function that closes the message about a subject, if it is the shown one. */
export function useCloseToast(): (about: string) => void {
  const setToast = useContext(ToastContext);
  return (about) => setToast((toast) => (toast?.about === about ? undefined : toast));
}

/** Closes the message about another subject once this one is opened, so that its Undo is not taken for one of this subject. */
export function useCloseOtherToasts(opened: string): void {
  const setToast = useContext(ToastContext);
  useEffect(() => {
    setToast((toast) => (toast?.about && toast.about !== opened ? undefined : toast));
  }, [setToast, opened]);
}
