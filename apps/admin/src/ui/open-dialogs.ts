import { useEffect, useEffectEvent } from 'react';

/** The functions that close the open dialogs, the topmost last. */
const closers: (() => void)[] = [];

/** Closes the topmost dialog. Returns false if none is open. */
export function closeTopDialog(): boolean {
  const close = closers.at(-1);
  close?.();
  return close !== undefined;
}

/** Lets the Back button of the browser close a dialog while it is open. */
export function useCloseOnBack(onClose: () => void, isOpen = true): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const closer = () => close();
    closers.push(closer);
    return () => void closers.splice(closers.indexOf(closer), 1);
  }, [isOpen]);
}
