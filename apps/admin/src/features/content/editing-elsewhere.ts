import type { Place } from '@threadline/schema/presence';
import { useEffect } from 'react';
import { api } from '../../api.ts';
import { usePresence } from '../../publishing-events.ts';

// One after the other, so that the last word is about the last place.
let told = Promise.resolve();

function tell(stream: string, place: Place | null): void {
  told = told.then(() =>
    api.client.publishing.presence.$put({ json: { stream, place } }).then(
      () => undefined,
      // Only a hint for others: whoever is not connected is not seen.
      () => undefined,
    ),
  );
}

/** Tells the others what is edited in this window, again whenever it has connected anew. */
export function useTellPlace(section: string, key: string | null | undefined): void {
  const stream = usePresence()?.stream;
  const isOpen = key !== undefined;
  useEffect(() => {
    if (!stream || !isOpen) return;
    tell(stream, { section, key });
    return () => tell(stream, null);
  }, [stream, section, key, isOpen]);
}

export interface Elsewhere {
  /** `section.key`, or `section` alone for an entry that does not exist yet. */
  place: string;
  section: string;
  name: string;
}

/** What other people have open. */
export function useEditingElsewhere(): Elsewhere[] {
  const others = usePresence()?.others ?? [];
  return others.map(({ section, key, name }) => ({ place: key ? `${section}.${key}` : section, section, name }));
}

/** `Editor One and Editor Two are editing this`, or undefined when nobody is. */
export function editingWords(names: readonly string[], where: string): string | undefined {
  if (names.length === 0) return undefined;
  const words = new Intl.ListFormat('en', { type: 'conjunction' }).format(new Set(names));
  return `${words} ${new Set(names).size === 1 ? 'is' : 'are'} editing ${where}`;
}
