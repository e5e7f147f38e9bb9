import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Clears a message after a while, but not while a mouse moves over it or the focus is inside. A pointer that rests where the
 * message appears does not count, and neither does a touch: the browser does not report its end.
 *
 * @param shown the message: a new one restarts the timer
 * @returns the props of the element that holds the message
 */
export function useClearAfter(ms: number, { shown, onClear }: { shown: unknown; onClear: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const [pointedAt, setPointedAt] = useState<{ shown: unknown }>();
  const [focused, setFocused] = useState(false);
  const isPaused = focused || (pointedAt !== undefined && pointedAt.shown === shown);
  const clear = useEffectEvent(onClear);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => clear(), ms);
    return () => clearTimeout(timer);
  }, [isPaused, ms, shown]);
  useEffect(() => {
    // React receives no blur event when it removes the focused element, such as a pressed Undo button.
    if (focused && !ref.current?.contains(document.activeElement)) setFocused(false);
  });
  return {
    ref,
    onPointerMove: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch' && pointedAt?.shown !== shown) setPointedAt({ shown });
    },
    onPointerLeave: () => setPointedAt(undefined),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}
