/**
 * `open`: words in an editor that would vanish with it. `kept`: words on their way to the server, or refused by it; they
 * survive a change of screen, but not the end of the page.
 */
type Kind = 'open' | 'kept';

/** Which words are not saved. Outside React: the chunk loader and the session ask too. */
const unsaved = new Map<string, Kind>();

export function setUnsaved(id: string, kind: Kind | undefined): void {
  if (kind) unsaved.set(id, kind);
  else unsaved.delete(id);
}

/** Would anything be lost if the page ended now? */
export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}

/** Would anything be lost if this screen was left? */
export function hasOpenEdits(): boolean {
  return [...unsaved.values()].includes('open');
}

/** After the person agreed to lose it. */
export function dropUnsaved(): void {
  unsaved.clear();
}
