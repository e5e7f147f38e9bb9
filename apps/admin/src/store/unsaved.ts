import { getCurrentUser, onUserChange } from './current-user.ts';

/**
 * `open`: text in an editor that would vanish with it. `kept`: text on its way to the server, or refused by it; it
 * survives a change of screen, but not the end of the page.
 */
type Kind = 'open' | 'kept';

interface Unsaved {
  kind: Kind;
  onDrop?: (() => void) | undefined;
  /** True when this browser stores the text, so that its owner finds it after the page has ended. */
  isStored?: boolean | undefined;
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

interface UnsavedOptions extends Omit<Unsaved, 'kind'> {
  /** Whose text it is, where that may be no longer the signed-in user. */
  userId?: string;
}

/** Registers text that is not saved; undefined once it is saved or given up. */
export function setUnsaved(id: string, kind: Kind | undefined, { userId, ...rest }: UnsavedOptions = {}): void {
  if (kind) getUnsaved(userId).set(id, { kind, ...rest });
  else getUnsaved(userId).delete(id);
}

/** Returns whether the signed-in user has anything that is not saved. */
export function hasUnsaved(): boolean {
  return getUnsaved().size > 0;
}

/**
 * Returns whether the browser has to ask before the page ends. Text of a user who was signed in before is in storage for
 * that user, so it counts only where this browser could not store it.
 */
export function mustConfirmClose(): boolean {
  const all = [...unsavedByUser.values()].flatMap((unsaved) => [...unsaved.values()]);
  return hasUnsaved() || all.some(({ isStored }) => !isStored);
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
