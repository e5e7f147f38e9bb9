import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { createStore } from '../../../store/create-store.ts';
import type { FormText } from '../model/form-model.ts';

const textSchema = z.object({ value: z.unknown(), title: z.string() });
const localTextSchema = z.object({
  text: textSchema,
  /** The text and version that the edit started from. Both are missing for a new entry. */
  base: textSchema.optional(),
  version: z.number().optional(),
  at: z.iso.datetime(),
});

/** Unsaved text in the storage of this browser. */
export interface LocalText extends z.infer<typeof localTextSchema> {
  text: FormText;
}

/** Texts belong to one user, because several people may share a computer. */
export interface LocalTextKey {
  userId: string;
  /** An item id, or `<section>.new-<list>` for an entry that does not exist yet. */
  id: string;
}

// The number of changes in the storage, which itself does not report changes of this window.
const changes = createStore(0);

function getStorageKey({ userId, id }: LocalTextKey): string {
  return `local-text:${userId}:${id}`;
}

/**
 * Stores a text at every keystroke. The call is synchronous, because asynchronous storage would lose the last keystrokes
 * of a page that is killed.
 *
 * @returns false when the storage is full or forbidden
 */
export function storeLocalText(key: LocalTextKey, stored: Omit<LocalText, 'at'>): boolean {
  try {
    localStorage.setItem(getStorageKey(key), JSON.stringify({ ...stored, at: new Date().toISOString() }));
    changes.set((count) => count + 1);
    return true;
  } catch {
    return false;
  }
}

export function removeLocalText(key: LocalTextKey): void {
  localStorage.removeItem(getStorageKey(key));
  changes.set((count) => count + 1);
}

/** Returns undefined when there is no text, or when it cannot be parsed. */
export function readLocalText(key: LocalTextKey): LocalText | undefined {
  return parseLocalText(localStorage.getItem(getStorageKey(key)));
}

function parseLocalText(text: string | null): LocalText | undefined {
  if (text === null) return undefined;
  try {
    return localTextSchema.parse(JSON.parse(text)) as LocalText;
  } catch {
    return undefined;
  }
}

/** Returns a text and renders again when it changes. */
export function useLocalText(key: LocalTextKey): LocalText | undefined {
  return parseLocalText(useSyncExternalStore(changes.subscribe, () => localStorage.getItem(getStorageKey(key))));
}

/** Returns the ids of all texts of a user and renders again when one is added or removed. */
export function useLocalTextIds(userId: string): string[] {
  const prefix = getStorageKey({ userId, id: '' });
  const readIds = () => Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  const names = useSyncExternalStore(changes.subscribe, () => readIds().join('\n'));
  return names.split('\n').flatMap((name) => (name ? [name.slice(prefix.length)] : []));
}
