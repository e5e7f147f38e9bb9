import { useEffect, useState } from 'react';

/**
 * Clears a message after a while, but not while somebody points at it or has the focus in it.
 *
 * @param shown changes with each message: the time begins again
 * @returns the handlers of the element that holds the message
 */
export function useClearAfter(ms: number, { shown, onClear }: { shown: unknown; onClear: () => void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onClear, ms);
    return () => clearTimeout(timer);
  }, [held, ms, shown, onClear]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return { onMouseEnter: hold, onMouseLeave: release, onFocus: hold, onBlur: release };
}
