import { z } from 'zod';
import type { Draft } from '../model/form-model.ts';

const wordsSchema = z.object({ value: z.unknown(), title: z.string() });
const keptDraftSchema = z.object({
  draft: wordsSchema,
  /** What the edit started from, and its version; both are missing for a new entry. */
  base: wordsSchema.optional(),
  version: z.number().optional(),
  at: z.iso.datetime(),
});

/** Words that were typed and not saved, as this browser keeps them. */
export interface KeptDraft extends z.infer<typeof keptDraftSchema> {
  draft: Draft;
}

/** Of one person: on a shared computer nobody is offered somebody else's words. */
export interface DraftPlace {
  userId: string;
  /** An item's id, or `<section>.new-<list>` for an entry that does not exist yet. */
  id: string;
}

const prefix = 'draft:';

function nameOf({ userId, id }: DraftPlace): string {
  return `${prefix}${userId}:${id}`;
}

/**
 * Keeps words at every keystroke, at once: storage that answers later would lose the last ones when the page is killed.
 *
 * @returns false when this browser does not keep them
 */
export function keepDraft(place: DraftPlace, kept: Omit<KeptDraft, 'at'>): boolean {
  try {
    localStorage.setItem(nameOf(place), JSON.stringify({ ...kept, at: new Date().toISOString() }));
    return true;
  } catch {
    return false; // full, or forbidden by the browser
  }
}

export function dropDraft(place: DraftPlace): void {
  localStorage.removeItem(nameOf(place));
}

/** @returns undefined when there is none, or what is there cannot be read any more */
export function readDraft(place: DraftPlace): KeptDraft | undefined {
  const text = localStorage.getItem(nameOf(place));
  if (text === null) return undefined;
  try {
    return keptDraftSchema.parse(JSON.parse(text)) as KeptDraft;
  } catch {
    return undefined;
  }
}

/** Ids of everything that this person has typed and not saved. */
export function draftIds(userId: string): string[] {
  const start = `${prefix}${userId}:`;
  return Object.keys(localStorage).flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []));
}
