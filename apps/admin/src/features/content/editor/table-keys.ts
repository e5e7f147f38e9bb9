import type { KeyboardEvent } from 'react';
import type { Place } from '../model/cells.ts';

/** Returns the place of the cell that has the focus. */
export function findPlace(target: EventTarget): Place | undefined {
  const { row, column } = target instanceof HTMLElement ? target.dataset : {};
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) };
}

/** Focuses a cell with its text selected, so that typing replaces it and the arrow keys move on. */
export function focusCell(table: Element | null, { row, column }: Place): void {
  const control = table?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
  control?.focus();
  if (control instanceof HTMLInputElement) control.select();
}

const steps: Readonly<Record<string, { rows: number; columns: number }>> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
};

/** The action of a key in a cell. */
type KeyAction = { kind: 'toolbar' } | { kind: 'move-row'; by: number } | { kind: 'go'; to: Place };

/** Returns the action of a key; undefined if the key belongs to the text in the cell. */
export function getKeyAction(event: KeyboardEvent, at: Place): KeyAction | undefined {
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return undefined;
  if (event.altKey) return getRowAction(event);
  const { key, shiftKey, target } = event;
  if (key === 'F2') startTyping(target);
  if (key === 'Enter') return { kind: 'go', to: { ...at, row: at.row + (shiftKey ? -1 : 1) } };
  const step = steps[key];
  if (!step || shiftKey || (step.columns !== 0 && !isAtEdge(target, step.columns))) return undefined;
  return { kind: 'go', to: { row: at.row + step.rows, column: at.column + step.columns } };
}

function getRowAction({ key, shiftKey }: KeyboardEvent): KeyAction | undefined {
  if (key === 'F10') return { kind: 'toolbar' };
  const by = steps[key]?.rows ?? 0;
  return shiftKey && by !== 0 ? { kind: 'move-row', by } : undefined;
}

/** Returns true if the caret cannot go on in this direction, or the whole text is selected. */
function isAtEdge(target: EventTarget, step: number): boolean {
  if (!(target instanceof HTMLInputElement)) return true;
  const { selectionStart, selectionEnd, value } = target;
  const edge = step < 0 ? 0 : value.length;
  return (selectionStart === 0 && selectionEnd === value.length) || (selectionStart === edge && selectionEnd === edge);
}

/** Puts the caret at the end, so that the arrow keys move within the text. */
function startTyping(target: EventTarget): void {
  if (target instanceof HTMLInputElement) target.setSelectionRange(target.value.length, target.value.length);
}
