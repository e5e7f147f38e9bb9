import { useEffect } from 'react';
import { useStore } from './create-store.ts';
import { isOwn, setUnsaved, type UnsavedText, unsaved } from './unsaved.ts';

// Only signed-in users have editors, so that sign-in loads without this file.

/** Registers the text of an open editor while it differs from what is saved. */
export function useUnsavedEdits(id: string, isDirty: boolean): void {
  useEffect(() => {
    setUnsaved(id, isDirty ? 'open' : undefined);
    return () => setUnsaved(id, undefined);
  }, [id, isDirty]);
}

/** Returns whether leaving this screen would lose text. */
export function hasOpenEdits(): boolean {
  return unsaved.get().some((text) => isOwn(text) && text.kind === 'open');
}

/** Returns whether leaving this screen would lose text, and renders again when that changes. */
export function useHasOpenEdits(): boolean {
  return useStore(unsaved).some((text) => isOwn(text) && text.kind === 'open');
}

/** Drops the text of open editors, after the user agreed to lose it. */
export function dropOpenEdits(): void {
  drop((text) => isOwn(text) && text.kind === 'open');
}

/** Shows the errors of all open editors. Returns whether there is none. */
export function checkOpenEdits(): boolean {
  const checks = unsaved.get().filter((text) => isOwn(text) && text.kind === 'open');
  return checks.every(({ onCheck }) => onCheck?.() ?? true);
}

/** Returns a function that saves the text of all open editors, one after the other; undefined if one cannot be saved so. */
export function getSaveOpenEdits(): (() => Promise<boolean>) | undefined {
  const saves = unsaved
    .get()
    .filter((text) => isOwn(text) && text.kind === 'open')
    .map(({ onSave }) => onSave);
  if (!saves.every((save) => save !== undefined)) return undefined;
  return async () => {
    for (const save of saves) if (!(await save())) return false;
    return true;
  };
}

/** Drops all unsaved text of the signed-in user, after the user agreed to lose it. */
export function dropUnsaved(): void {
  drop(isOwn);
}

function drop(isDropped: (text: UnsavedText) => boolean): void {
  for (const { onDrop } of unsaved.get().filter(isDropped)) onDrop?.();
  unsaved.set((texts) => texts.filter((text) => !isDropped(text)));
}
