/**
 * `open`: words in an editor that would vanish with it. `kept`: words on their way to the server, or refused by it; they
 * survive a change of screen, but not the end of the page.
 */
type Kind = 'open' | 'kept';

interface Unsaved {
  kind: Kind;
  onDrop?: () => void;
}

/** Which words are not saved. Outside React: the chunk loader and the session ask too. */
const unsaved = new Map<string, Unsaved>();

/** @param onDrop runs when the person agrees to lose the words */
export function setUnsaved(id: string, kind: Kind | undefined, onDrop?: () => void): void {
  if (kind) unsaved.set(id, { kind, onDrop });
  else unsaved.delete(id);
}

/** Would anything be lost if the page ended now? */
export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}

/** Would anything be lost if this screen was left? */
export function hasOpenEdits(): boolean {
  return [...unsaved.values()].some(({ kind }) => kind === 'open');
}

/** After the person agreed to leave an editor without saving. */
export function dropOpenEdits(): void {
  for (const [id, { kind, onDrop }] of unsaved) {
    if (kind !== 'open') continue;
    onDrop?.();
    unsaved.delete(id);
  }
}

/** After the person agreed to lose it. */
export function dropUnsaved(): void {
  for (const { onDrop } of unsaved.values()) onDrop?.();
  unsaved.clear();
}
