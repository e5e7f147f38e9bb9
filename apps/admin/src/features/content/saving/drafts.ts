import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { createStore } from '../../../store/create-store.ts';
import type { Draft } from '../model/form-model.ts';

const draftSchema = z.object({ value: z.unknown(), title: z.string() });
const storedDraftSchema = z.object({
  draft: draftSchema,
  /** The text and version that the edit started from. Both are missing for a new entry. */
  base: draftSchema.optional(),
  version: z.number().optional(),
  at: z.iso.datetime(),
});

/** Unsaved text in the storage of this browser. */
export interface StoredDraft extends z.infer<typeof storedDraftSchema> {
  draft: Draft;
}

/** Drafts belong to one user, because several people may share a computer. */
export interface DraftKey {
  userId: string;
  /** An item id, or `<section>.new-<list>` for an entry that does not exist yet. */
  id: string;
}

// The number of changes in the storage, which itself does not report changes of this window.
const changes = createStore(0);

function getStorageKey({ userId, id }: DraftKey): string {
  return `draft:${userId}:${id}`;
}

/**
 * Stores a draft at every keystroke. The call is synchronous, because asynchronous storage would lose the last keystrokes
 * of a page that is killed.
 *
 * @returns false when the storage is full or forbidden
 */
export function storeDraft(key: DraftKey, stored: Omit<StoredDraft, 'at'>): boolean {
  try {
    localStorage.setItem(getStorageKey(key), JSON.stringify({ ...stored, at: new Date().toISOString() }));
    changes.set((count) => count + 1);
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(key: DraftKey): void {
  localStorage.removeItem(getStorageKey(key));
  changes.set((count) => count + 1);
}

/** Returns undefined when there is no draft, or when it cannot be parsed. */
export function readDraft(key: DraftKey): StoredDraft | undefined {
  return parseDraft(localStorage.getItem(getStorageKey(key)));
}

function parseDraft(text: string | null): StoredDraft | undefined {
  if (text === null) return undefined;
  try {
    return storedDraftSchema.parse(JSON.parse(text)) as StoredDraft;
  } catch {
    return undefined;
  }
}

/** Returns a draft and renders again when it changes. */
export function useDraft(key: DraftKey): StoredDraft | undefined {
  return parseDraft(useSyncExternalStore(changes.subscribe, () => localStorage.getItem(getStorageKey(key))));
}

/** Returns the ids of all drafts of a user and renders again when one is added or removed. */
export function useDraftIds(userId: string): string[] {
  const prefix = getStorageKey({ userId, id: '' });
  const readIds = () => Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  const names = useSyncExternalStore(changes.subscribe, () => readIds().join('\n'));
  return names.split('\n').flatMap((name) => (name ? [name.slice(prefix.length)] : []));
}
