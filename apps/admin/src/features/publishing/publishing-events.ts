import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Presence } from '@threadline/schema/wire/presence';
import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { keepStreamOpen, type ServerEvent, StreamRefused } from '../../api/event-stream.ts';
import { contentKey, dashboardKey, enquiriesKey, feedbackKey } from '../../api/query-keys.ts';
import { useSession } from '../../session.tsx';
import { logPublishing } from '../../store/activity-log.ts';
import { sessionOptionsQuery } from '../auth/session-options.ts';

export const statusKey = ['publishing-status'];
export const pendingChangesKey = ['pending-changes'];
export const releasesKey = ['releases'];
export const presenceKey = ['presence'];

/** The items that other editors have open, and the id of the event stream of this window while it is open. */
export type WindowPresence = Omit<Presence, 'stream'> & { stream: string | undefined };

/** Returns the keys of the queries that a new publishing status makes stale. */
function listStaleKeys(before: PublishStatus, now: PublishStatus): readonly (readonly string[])[] {
  const hasSave = before.workingRevision !== now.workingRevision;
  const hasRollback = before.pinnedRelease !== now.pinnedRelease;
  const hasRelease = before.liveRelease !== now.liveRelease || (now.state === 'failed' && before.state !== 'failed');
  return [
    ...(hasSave ? [contentKey, feedbackKey] : []),
    ...(hasSave || hasRollback || before.revision !== now.revision ? [pendingChangesKey] : []),
    // With the name of the company and the colours of the drawings.
    ...(hasRelease ? [releasesKey, sessionOptionsQuery.queryKey] : []),
    ...(before.liveAt !== now.liveAt ? [dashboardKey] : []),
  ];
}

async function openStream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const reply = await api.client.publishing.events.$get(
    {},
    { headers: { Accept: 'text/event-stream' }, init: { signal } },
  );
  if (!reply.ok || !reply.body) throw new StreamRefused(reply.status, reply.headers.get('retry-after'));
  return reply.body;
}

/**
 * Keeps the event stream of publishing, presence and arrivals open while the shell is shown. When a session ends, the stream is
 * closed until the next one begins.
 *
 * @returns whether the stream is open
 */
export function usePublishingEvents(): boolean {
  const queryClient = useQueryClient();
  const [isConnected, setIsConnected] = useState(true);
  const hasSession = useSession().state.status !== 'expired';
  const wasInterrupted = useRef(false);

  useEffect(() => {
    if (!hasSession) {
      wasInterrupted.current = true;
      return;
    }
    setIsConnected(true);
    const onState = (isOpen: boolean) => {
      setIsConnected(isOpen);
      // Events were missed, so everything on the screen may be stale.
      if (isOpen && wasInterrupted.current) queryClient.invalidateQueries();
      wasInterrupted.current = !isOpen;
    };
    const refresh = (keys: readonly (readonly string[])[]) => {
      for (const queryKey of keys) queryClient.invalidateQueries({ queryKey });
    };
    const onStatus = (status: PublishStatus) => {
      const before = queryClient.getQueryData<PublishStatus>(statusKey);
      queryClient.setQueryData(statusKey, status);
      logPublishing(before, status);
      if (before) refresh(listStaleKeys(before, status));
    };
    const onEvent = ({ event, data }: ServerEvent) => {
      if (event === 'presence') queryClient.setQueryData(presenceKey, JSON.parse(data) as Presence);
      if (event === 'enquiries') refresh([enquiriesKey, dashboardKey]);
      if (event === 'feedback') refresh([feedbackKey, dashboardKey]);
      if (event === 'status') onStatus(JSON.parse(data) as PublishStatus);
    };
    // The server forgets an ended stream. The presence stays on the screen until the next stream sends it again.
    const onEnd = () =>
      queryClient.setQueryData<WindowPresence>(presenceKey, (before) => before && { ...before, stream: undefined });
    return keepStreamOpen({ open: openStream, onEvent, onState, onEnd });
  }, [queryClient, hasSession]);

  return isConnected;
}

// The stream sets the data, so there is nothing to load and nothing to collect.
const fromStream = { queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY } as const;

/** Returns the newest publishing status; undefined until the server has sent it. */
export function usePublishStatus(): PublishStatus | undefined {
  return useQuery<PublishStatus>({ queryKey: statusKey, ...fromStream }).data;
}

export function usePresence(): WindowPresence | undefined {
  return useQuery<WindowPresence>({ queryKey: presenceKey, ...fromStream }).data;
}
