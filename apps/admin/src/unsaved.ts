import { getCurrentUser, onUserChange } from './current-user.ts';

/**
 * `open`: text in an editor that would vanish with it. `kept`: text on its way to the server, or refused by it; it
 * survives a change of screen, but not the end of the page.
 */
type Kind = 'open' | 'kept';

interface Unsaved {
  kind: Kind;
  onDrop?: () => void;
}

/** What is not saved, by user. Outside React: the chunk loader and the session read it too. */
const unsavedByUser = new Map<string, Map<string, Unsaved>>();

// The next user gets editors of their own.
onUserChange(() => {
  for (const unsaved of unsavedByUser.values()) removeOpen(unsaved);
});

function getUnsaved(userId = getCurrentUser()._id): Map<string, Unsaved> {
  const unsaved = unsavedByUser.get(userId) ?? new Map<string, Unsaved>();
  unsavedByUser.set(userId, unsaved);
  return unsaved;
}

function removeOpen(unsaved: Map<string, Unsaved>): void {
  for (const [id, { kind }] of unsaved) if (kind === 'open') unsaved.delete(id);
}

interface UnsavedOptions {
  /** Runs when the person agrees to lose the text. */
  onDrop?: (() => void) | undefined;
  /** Whose text it is, where that may be no longer the signed-in user. */
  userId?: string;
}

/** Registers text that is not saved; undefined once it is saved or given up. */
export function setUnsaved(id: string, kind: Kind | undefined, { onDrop, userId }: UnsavedOptions = {}): void {
  if (kind) getUnsaved(userId).set(id, { kind, onDrop });
  else getUnsaved(userId).delete(id);
}

/** Returns whether the signed-in user would lose anything if the page ended now. */
export function hasUnsaved(): boolean {
  return getUnsaved().size > 0;
}

/** Returns whether anything would be lost if this screen was left. */
export function hasOpenEdits(): boolean {
  return [...getUnsaved().values()].some(({ kind }) => kind === 'open');
}

/** After the person agreed to leave an editor without saving. */
export function dropOpenEdits(): void {
  const unsaved = getUnsaved();
  for (const { kind, onDrop } of [...unsaved.values()]) if (kind === 'open') onDrop?.();
  removeOpen(unsaved);
}

/** After the person agreed to lose it. */
export function dropUnsaved(): void {
  const unsaved = getUnsaved();
  for (const { onDrop } of [...unsaved.values()]) onDrop?.();
  unsaved.clear();
}
