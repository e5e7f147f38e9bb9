import type { ClipboardEvent } from 'react';
import { hasOddCharacter, removeHidden, toOneLine } from '../../../format/one-line.ts';

type PasteEvent = ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>;

/** Pastes a text with line breaks, tabs or special spaces as one line. */
export function pasteOneLine(event: PasteEvent): void {
  const text = event.clipboardData.getData('text/plain');
  if (hasOddCharacter(text)) pasteText(event, toOneLine(text));
}

/** Pastes a text of several lines without invisible characters. */
export function pasteLines(event: PasteEvent): void {
  const text = event.clipboardData.getData('text/plain');
  const shown = removeHidden(text);
  if (shown !== text) pasteText(event, shown);
}

function pasteText(event: PasteEvent, text: string): void {
  event.preventDefault();
  const { currentTarget: input } = event;
  input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? input.value.length, 'end');
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
