import { useEffect, useState } from 'react';

/**
 * Clears a message after a while, but not while somebody points at it or has the focus in it.
 *
 * @param shown changes with each message: the time begins again
 * @returns the handlers of the element that holds the message
 */
export function useClearAfter(ms: number, { shown, onClear }: { shown: unknown; onClear: () => void }) {
  // Two: the pointer that leaves does not take the focus along.
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onClear, ms);
    return () => clearTimeout(timer);
  }, [held, ms, shown, onClear]);
  return {
    onMouseEnter: () => setPointed(true),
    onMouseLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}
