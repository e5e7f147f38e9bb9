import { createStore } from './create-store.ts';
import { getCurrentUser } from './current-user.ts';

/**
 * `open`: text in an editor, lost when the editor closes. `queued`: text that is on its way to the server or was refused by
 * it; it survives a change of screen, but not the end of the page.
 */
type Kind = 'open' | 'queued';

interface UnsavedOptions {
  /** Called when the user agrees to lose the text. */
  onDrop?: (() => void) | undefined;
  /** Shows the errors of the text. Returns whether there is none. */
  onCheck?: (() => boolean) | undefined;
  /** Saves the text before the user leaves. Resolves to false if it was not saved; its editor then shows why. */
  onSave?: (() => Promise<boolean>) | undefined;
  /** True if this browser stores the text, so that its owner finds it after the page has ended. */
  isStored?: boolean | undefined;
  /** The author. Default: the signed-in user. */
  userId?: string;
}

export interface UnsavedText extends Omit<UnsavedOptions, 'userId'> {
  id: string;
  kind: Kind;
  userId: string;
}

// Editors close when their user leaves. Queued text waits until its author signs in again.
export const unsaved = createStore<readonly UnsavedText[]>([], {
  reset: (texts) => texts.filter(({ kind }) => kind !== 'open'),
});

/** Registers unsaved text, or removes it when `kind` is undefined: it was saved or given up. */
export function setUnsaved(id: string, kind: Kind | undefined, options: UnsavedOptions = {}): void {
  const userId = options.userId ?? getCurrentUser()._id;
  const others = unsaved.get().filter((text) => text.id !== id || text.userId !== userId);
  unsaved.set(kind ? [...others, { ...options, id, kind, userId }] : others);
}

/** Returns whether a text belongs to the signed-in user. */
export function isOwn({ userId }: UnsavedText): boolean {
  return userId === getCurrentUser()._id;
}

/** Returns whether the signed-in user has unsaved text. */
export function hasUnsaved(): boolean {
  return unsaved.get().some(isOwn);
}

/**
 * Returns whether the browser must ask before the page closes. Text of a previous user counts only if this browser could
 * not store it.
 */
export function mustConfirmClose(): boolean {
  return unsaved.get().some((text) => isOwn(text) || !text.isStored);
}
