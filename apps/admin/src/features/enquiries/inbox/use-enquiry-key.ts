import { useEffect, useRef } from 'react';
import { isShortcutKey, sequenceTimeoutMs } from '../../../ui/use-shortcuts.ts';

/** A single key for the open enquiry. After G it is the second key of a way to another screen. */
export function useEnquiryKey(key: string, onPress: () => void): void {
  const latest = useRef(onPress);
  latest.current = onPress;
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcutKey(event)) return;
      const isSecond = event.timeStamp - wentAt < sequenceTimeoutMs;
      const pressed = event.key.toLowerCase();
      wentAt = pressed === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (pressed !== key || isSecond) return;
      event.preventDefault(); // the letter would land in the field that opens
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [key]);
}
