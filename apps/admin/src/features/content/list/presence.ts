import { useQueryClient } from '@tanstack/react-query';
import type { Place } from '@threadline/schema/presence';
import { useEffect } from 'react';
import { api } from '../../../api/client.ts';
import { presenceKey, usePresence, type WindowPresence } from '../../publishing/publishing-events.ts';

// One after the other, so that the server hears last of the last place.
let announced = Promise.resolve();

/** Tells the others what is edited in this window, again whenever it has connected anew. */
export function useTellPlace(section: string, key: string | null | undefined): void {
  const queryClient = useQueryClient();
  const stream = usePresence()?.stream;
  const isOpen = key !== undefined;
  useEffect(() => {
    if (!stream || !isOpen) return;
    const announce = (place: Place | null) => {
      announced = announced.then(async () => {
        // The server forgets a stream together with its place.
        if (queryClient.getQueryData<WindowPresence>(presenceKey)?.stream !== stream) return;
        // Only a hint for others: a window that is not connected is not seen.
        await api.client.publishing.presence.$put({ json: { stream, place } }).catch(() => undefined);
      });
    };
    announce({ section, key });
    return () => announce(null);
  }, [queryClient, stream, section, key, isOpen]);
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
