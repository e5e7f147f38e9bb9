import { useQueryClient } from '@tanstack/react-query';
import type { Place } from '@threadline/schema/wire/presence';
import { useEffect } from 'react';
import { api } from '../../../api/client.ts';
import { createStore } from '../../../store/create-store.ts';
import { presenceKey, usePresence, type WindowPresence } from '../../publishing/publishing-events.ts';

// A chain of requests, so that the server receives the newest item last.
const requests = createStore<Promise<void>>(Promise.resolve());

/** Announces the item that is edited in this window, again after each reconnection. */
export function useAnnouncePresence(section: string, key: string | null | undefined): void {
  const queryClient = useQueryClient();
  const stream = usePresence()?.stream;
  const isOpen = key !== undefined;
  useEffect(() => {
    if (!stream || !isOpen) return;
    const sendPlace = (place: Place | null) => {
      const request = requests.get().then(async () => {
        // The server forgets the item of a stream that has ended.
        if (queryClient.getQueryData<WindowPresence>(presenceKey)?.stream !== stream) return;
        // Presence is only a hint, so that an error is ignored.
        await api.client.publishing.presence.$put({ json: { stream, place } }).catch(() => undefined);
      });
      requests.set(request);
    };
    sendPlace({ section, key });
    return () => sendPlace(null);
  }, [queryClient, stream, section, key, isOpen]);
}

interface OtherEditor {
  /** `section.key`, or `section` for an entry that does not exist yet. */
  place: string;
  section: string;
  name: string;
}

/** Returns who else edits what. */
export function useOtherEditors(): OtherEditor[] {
  const others = usePresence()?.others ?? [];
  return others.map(({ section, key, name }) => ({ place: key ? `${section}.${key}` : section, section, name }));
}

/** Returns `Editor One and Editor Two are editing this`, or undefined without names. */
export function formatEditors(names: readonly string[], target: string): string | undefined {
  const unique = new Set(names);
  if (unique.size === 0) return undefined;
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(unique);
  return `${list} ${unique.size === 1 ? 'is' : 'are'} editing ${target}`;
}
