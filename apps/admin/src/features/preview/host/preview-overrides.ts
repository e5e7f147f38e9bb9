import type { PreviewEdit, PreviewField } from '@threadline/schema/preview';
import { useSyncExternalStore } from 'react';
import { valueAt } from '../../content/model/value-at.ts';

/** The item that an editor is open for. */
export interface Place {
  section: string;
  key: string;
}

export interface Fault extends PreviewField {
  detail: string;
  /** Nothing is there yet. */
  isEmpty: boolean;
}

/** A field with the caret, by the label that it has in the form. */
export interface Focus extends PreviewField {
  label: string;
}

interface Drafts {
  /** What is typed and not saved: of each item the last value that fits the content model. */
  edits: readonly PreviewEdit[];
  /** Fields of open editors that do not fit; the page shows their last good value. */
  faults: readonly Fault[];
  /** The field that has the caret. */
  focus: Focus | undefined;
  /** What has just been written and saved: it stands at its own place from now on. */
  saved: Place | undefined;
}

let drafts: Drafts = { edits: [], faults: [], focus: undefined, saved: undefined };
const listeners = new Set<() => void>();

function set(next: Partial<Drafts>): void {
  drafts = { ...drafts, ...next };
  for (const listener of listeners) listener();
}

function isAt({ section, key }: Place): (other: Place) => boolean {
  return (other) => other.section === section && other.key === key;
}

/** An editor tells what is in its form, with the errors of the content model by JSON Pointer. */
export function showDraft(place: Place, value: unknown, errors: Record<string, string>): void {
  const isHere = isAt(place);
  const faults = Object.entries(errors).map(([pointer, detail]): Fault => {
    return { ...place, pointer, detail, isEmpty: isEmpty(valueAt(value, pointer)) };
  });
  const others = drafts.faults.filter((fault) => !isHere(fault));
  const edits =
    faults.length > 0 ? drafts.edits : [...drafts.edits.filter((edit) => !isHere(edit)), { ...place, value }];
  set({ edits, faults: [...others, ...faults] });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The editor was closed. */
export function dropDraft(place: Place): void {
  const isHere = isAt(place);
  set({
    edits: drafts.edits.filter((edit) => !isHere(edit)),
    faults: drafts.faults.filter((fault) => !isHere(fault)),
    focus: drafts.focus && isHere(drafts.focus) ? undefined : drafts.focus,
  });
}

/** A field got the caret. */
export function showFocus(focus: Focus): void {
  set({ focus });
}

/** An entry that was being written is there now, under a key of its own. */
export function showSaved(saved: Place): void {
  set({ saved });
}

/** The caret is in a field that the page does not show. */
export function hideFocus(): void {
  set({ focus: undefined });
}

export function useDrafts(): Drafts {
  return useSyncExternalStore(subscribe, () => drafts);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
