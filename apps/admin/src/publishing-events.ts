import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PublishStatus } from '@threadline/schema/publishing';
import { useEffect, useState } from 'react';
import { api } from './api.ts';
import { contentKey } from './features/content/content-query.ts';

export interface ServerEvent {
  event: string;
  data: string;
}

/** Reads server-sent events until the stream ends. `EventSource` cannot send the bearer token. */
export async function readEvents(
  stream: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event) onEvent(event);
    }
  }
}

function parseEvent(block: string): ServerEvent | undefined {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) event = line.slice(6).trim();
    if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
  }
  return data.length > 0 ? { event, data: data.join('\n') } : undefined;
}

export const statusKey = ['publishing-status'];
export const waitingKey = ['waiting'];
/** What has to be read again after a change of state. */
function changedKeys(before: PublishStatus, now: PublishStatus): readonly (readonly string[])[] {
  const hasSave = before.workingRevision !== now.workingRevision;
  const hasRelease = before.liveRelease !== now.liveRelease || (now.state === 'failed' && before.state !== 'failed');
  return [
    ...(hasSave ? [contentKey] : []),
    ...(hasSave || before.revision !== now.revision ? [waitingKey] : []),
    ...(hasRelease ? [['releases']] : []),
  ];
}

const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/**
 * Keeps one stream of publishing states open while the shell is shown, with growing pauses between failed tries.
 *
 * @returns whether the stream is open
 */
export function usePublishingEvents(): boolean {
  const queryClient = useQueryClient();
  const [connected, setConnected] = useState(true);

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let delayMs = firstDelayMs;

    const onEvent = ({ event, data }: ServerEvent) => {
      if (event !== 'status') return;
      const status = JSON.parse(data) as PublishStatus;
      const before = queryClient.getQueryData<PublishStatus>(statusKey);
      queryClient.setQueryData(statusKey, status);
      // Somebody's save, perhaps in another tab: the lists follow by themselves.
      for (const queryKey of before ? changedKeys(before, status) : []) queryClient.invalidateQueries({ queryKey });
    };

    async function connect() {
      timer = undefined;
      try {
        const reply = await api.client.publishing.events.$get(
          {},
          { headers: { Accept: 'text/event-stream' }, init: { signal: stop.signal } },
        );
        if (!reply.ok || !reply.body) throw new Error(`status ${reply.status}`);
        setConnected(true);
        delayMs = firstDelayMs;
        await readEvents(reply.body, onEvent);
      } catch {
        if (!stop.signal.aborted) setConnected(false);
      }
      if (stop.signal.aborted) return;
      timer = setTimeout(connect, delayMs);
      delayMs = Math.min(delayMs * 2, longestDelayMs);
    }

    const retryNow = () => {
      if (!timer) return;
      clearTimeout(timer);
      delayMs = firstDelayMs;
      connect();
    };
    window.addEventListener('online', retryNow);
    connect();
    return () => {
      stop.abort();
      clearTimeout(timer);
      window.removeEventListener('online', retryNow);
    };
  }, [queryClient]);

  return connected;
}

/** The newest state of publishing, as the stream told it. */
export function usePublishStatus(): PublishStatus | undefined {
  return useQuery<PublishStatus>({ queryKey: statusKey, enabled: false, gcTime: Number.POSITIVE_INFINITY }).data;
}
