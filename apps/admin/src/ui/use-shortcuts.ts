import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { destinations } from '../navigation.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The name of the modifier key on this device. */
export const modifierName = isApple ? '⌘' : 'Ctrl';

/** The longest pause between the two keys of a sequence such as `G D`. */
export const sequenceTimeoutMs = 1500;

/** Returns whether a single letter belongs to the text of the element. */
export function isTextInput(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=combobox], [role=textbox]'))
  );
}

/**
 * Returns whether the element is an open record, such as an enquiry, which has the focus because its text was clicked.
 * Letters that are typed there are meant for a field in it.
 */
function isClickedText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('article[tabindex="-1"]');
}

/** Returns whether a key press may be a single-key shortcut: the user is not typing, and no dialog is open. */
export function isShortcutKey({ ctrlKey, metaKey, altKey, repeat, defaultPrevented, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || repeat || defaultPrevented) return false;
  if (isTextInput(target) || isClickedText(target)) return false;
  return document.querySelector('[role=dialog][aria-modal=true]') === null;
}

/** Moves the focus by one row of a list, beginning at the focused row or else at the open one. */
export function focusRow(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-opens-row]')];
  const focused = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement));
  const start = focused === -1 ? rows.findIndex((row) => row.ariaCurrent) : focused;
  rows[start === -1 ? 0 : start + step]?.focus();
}

interface PressedKey {
  key: string;
  /** The second key of a sequence such as `G D`. */
  isAfterG: boolean;
  event: KeyboardEvent;
}

/** Calls the handler for each key press that may be a shortcut. */
function useShortcutKeys(onKey: (pressed: PressedKey) => void): void {
  const sequenceStartedAt = useRef(Number.NEGATIVE_INFINITY);
  useWindowEvent('keydown', (event) => {
    if (!isShortcutKey(event)) return;
    const key = event.key.toLowerCase();
    const isAfterG = event.timeStamp - sequenceStartedAt.current < sequenceTimeoutMs;
    sequenceStartedAt.current = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    onKey({ key, isAfterG, event });
  });
}

/** Registers a single-key shortcut of one screen. */
export function useShortcutKey(wanted: string, onPress: () => void): void {
  useShortcutKeys(({ key, isAfterG, event }) => {
    if (key !== wanted || isAfterG) return;
    event.preventDefault(); // keeps the letter out of a field that opens
    onPress();
  });
}

interface ShortcutHandlers {
  onPalette: () => void;
  onShortcutList: () => void;
}

/** Registers the shortcuts of every screen. */
export function useShortcuts({ onPalette, onShortcutList }: ShortcutHandlers): void {
  const navigate = useNavigate();
  // With a modifier the key is not text, so that it also works in a field.
  const openPalette = (event: KeyboardEvent) => {
    // The text editor uses the same keys to add a link.
    if (event.defaultPrevented) return;
    event.preventDefault();
    onPalette();
  };
  useHotkeys([[isApple ? 'meta+K' : 'ctrl+K', openPalette, { preventDefault: false }]], [], true);
  useShortcutKeys(({ key, isAfterG }) => {
    const destination = isAfterG && destinations.find((each) => each.key === key);
    if (destination) navigate({ to: destination.to });
    else if (key === 'u') navigate({ to: '/images' });
    else if (key === '?') onShortcutList();
    else if (key === 'j') focusRow(1);
    else if (key === 'k') focusRow(-1);
  });
}
