import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Presence } from '@threadline/schema/presence';
import type { PublishStatus } from '@threadline/schema/publishing';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { keepStreamOpen, type ServerEvent, StreamRefused } from '../../api/event-stream.ts';
import { contentKey, dashboardKey } from '../../api/query-keys.ts';
import { useSession } from '../../session.tsx';
import { logPublishing } from '../../store/activity-log.ts';

export const statusKey = ['publishing-status'];
export const waitingKey = ['waiting'];
export const presenceKey = ['presence'];

/** Who else edits what, and the id of the stream of this window while it is open. */
export type WindowPresence = Omit<Presence, 'stream'> & { stream: string | undefined };

/** Returns the keys of the queries that a new publishing status makes stale. */
function changedKeys(before: PublishStatus, now: PublishStatus): readonly (readonly string[])[] {
  const hasSave = before.workingRevision !== now.workingRevision;
  const hasHold = before.pinnedRelease !== now.pinnedRelease;
  const hasRelease = before.liveRelease !== now.liveRelease || (now.state === 'failed' && before.state !== 'failed');
  return [
    ...(hasSave ? [contentKey] : []),
    ...(hasSave || hasHold || before.revision !== now.revision ? [waitingKey] : []),
    ...(hasRelease ? [['releases']] : []),
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
 * Keeps the stream of publishing states and of who edits what open while the shell is shown. A session that has ended
 * gets none: it is opened again at once when the next one begins.
 *
 * @returns whether the stream is open
 */
export function usePublishingEvents(): boolean {
  const queryClient = useQueryClient();
  const [connected, setConnected] = useState(true);
  const hasSession = useSession().state.status !== 'expired';
  const wasBroken = useRef(false);

  useEffect(() => {
    if (!hasSession) {
      wasBroken.current = true;
      return;
    }
    setConnected(true);
    const onState = (isOpen: boolean) => {
      setConnected(isOpen);
      // What is on the screen is from before the break.
      if (isOpen && wasBroken.current) queryClient.invalidateQueries();
      wasBroken.current = !isOpen;
    };
    const onEvent = ({ event, data }: ServerEvent) => {
      if (event === 'presence') queryClient.setQueryData(presenceKey, JSON.parse(data) as Presence);
      if (event !== 'status') return;
      const status = JSON.parse(data) as PublishStatus;
      const before = queryClient.getQueryData<PublishStatus>(statusKey);
      queryClient.setQueryData(statusKey, status);
      logPublishing(before, status);
      // Somebody's save, perhaps in another tab: the lists follow by themselves.
      for (const queryKey of before ? changedKeys(before, status) : []) queryClient.invalidateQueries({ queryKey });
    };
    // The server forgets a stream that has ended. Who edits what stays in view until the next one says it anew.
    const onEnd = () =>
      queryClient.setQueryData<WindowPresence>(presenceKey, (before) => before && { ...before, stream: undefined });
    return keepStreamOpen({ open: openStream, onEvent, onState, onEnd });
  }, [queryClient, hasSession]);

  return connected;
}

const toldByStream = { queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY } as const;

/** The newest state of publishing, as the stream told it. */
export function usePublishStatus(): PublishStatus | undefined {
  return useQuery<PublishStatus>({ queryKey: statusKey, ...toldByStream }).data;
}

export function usePresence(): WindowPresence | undefined {
  return useQuery<WindowPresence>({ queryKey: presenceKey, ...toldByStream }).data;
}
