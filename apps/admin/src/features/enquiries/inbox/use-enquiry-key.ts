import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import { isShortcutKey, sequenceTimeoutMs } from '../../../ui/use-shortcuts.ts';

/** Registers a single-key shortcut for the open enquiry. After G the key belongs to a sequence of the shell. */
export function useEnquiryKey(key: string, onPress: () => void): void {
  const sequenceStartedAt = useRef(Number.NEGATIVE_INFINITY);
  useWindowEvent('keydown', (event) => {
    if (!isShortcutKey(event)) return;
    const isSequence = event.timeStamp - sequenceStartedAt.current < sequenceTimeoutMs;
    const pressed = event.key.toLowerCase();
    sequenceStartedAt.current = pressed === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (pressed !== key || isSequence) return;
    event.preventDefault(); // keeps the letter out of the field that opens
    onPress();
  });
}
