import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { destinations } from '../navigation.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How the key is called here. */
export const modifierName = isApple ? '⌘' : 'Ctrl';

const singleKeys: Record<string, '/images'> = { u: '/images' };

/** How long the second key of `G D` may take. */
export const secondKeyMs = 1500;

/** Is somebody typing there, so that a single letter belongs to the text? */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=combobox], [role=textbox]'))
  );
}

/** With its modifier it is no text, so that it also works in a field. */
function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (isApple ? metaKey : ctrlKey) && !altKey && !shiftKey;
}

/** A single key that nobody else waits for. */
export function isFree({ ctrlKey, metaKey, altKey, repeat, defaultPrevented, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || repeat || defaultPrevented || isTyping(target)) return false;
  return document.querySelector('[role=dialog][aria-modal=true]') === null;
}

const steps: Record<string, number> = { j: 1, k: -1 };

/** From one item of a list to the next, beginning at the open one: the focus moves to what opens it. */
export function stepBy(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-opens-row]')];
  const focused = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement));
  const here = focused === -1 ? rows.findIndex((row) => row.ariaCurrent) : focused;
  rows[here === -1 ? 0 : here + step]?.focus();
}

interface Openers {
  onPalette: () => void;
  onSheet: () => void;
}

interface Actions extends Openers {
  goTo: (path: (typeof destinations)[number]['to']) => void;
}

function keyHandler(actions: () => Actions) {
  let wentAt = Number.NEGATIVE_INFINITY;
  return (event: KeyboardEvent): void => {
    if (isPaletteKey(event)) {
      event.preventDefault();
      actions().onPalette();
      return;
    }
    if (!isFree(event)) return;
    const key = event.key.toLowerCase();
    const isSecond = event.timeStamp - wentAt < secondKeyMs;
    wentAt = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const destination = isSecond ? destinations.find((each) => each.key === key)?.to : singleKeys[key];
    if (destination) actions().goTo(destination);
    if (key === '?') actions().onSheet();
    const step = steps[key];
    if (step && !destination) stepBy(step);
  };
}

/** The keys of the shell. Single keys do nothing while somebody types, or while a dialog asks something. */
export function useShortcuts(openers: Openers): void {
  const navigate = useNavigate();
  const latest = useRef<Actions>({ ...openers, goTo: () => undefined });
  latest.current = { ...openers, goTo: (to) => navigate({ to }) };

  useEffect(() => {
    const onKeyDown = keyHandler(() => latest.current);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
