import { useContext } from 'react';
import { ToastContext } from './toast.tsx';

/** Returns a function that closes the message about a subject, if it is the shown one. */
export function useCloseToast(): (about: string) => void {
  const setToast = useContext(ToastContext);
  return (about) => setToast((toast) => (toast?.about === about ? undefined : toast));
}
