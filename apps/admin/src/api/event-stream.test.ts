import { expect, onTestFinished, test, vi } from 'vitest';
import { keepStreamOpen, readEvents, type ServerEvent, StreamRefused } from './event-stream.ts';

async function readAll(...chunks: string[]): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  await readEvents(stream, (event) => events.push(event));
  return events;
}

test('events are read across chunk boundaries', async () => {
  expect(await readAll('event: sta', 'tus\ndata: {"a"', ':1}\n', '\nevent: heartbeat\ndata: \n\n')).toEqual([
    { event: 'status', data: '{"a":1}' },
    { event: 'heartbeat', data: '' },
  ]);
});

test('comments and an incomplete event at the end are ignored', async () => {
  expect(await readAll(': hello\n\n', 'data: a\r\ndata: b\r\n\r\n', 'data: half')).toEqual([
    { event: 'message', data: 'a\nb' },
  ]);
});

test.each([
  ['a failed connection is retried after 1, 2 and 4 seconds', () => new Error('network'), [1, 2, 4]],
  [
    'a server at its connection limit is retried after its Retry-After',
    () => new StreamRefused(429, '30'),
    [30, 30, 30],
  ],
  ['a rejection without Retry-After is treated as a failure', () => new StreamRefused(503, 'soon'), [1, 2, 4]],
])('%s', async (_, failure, waits) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const open = vi.fn(() => Promise.reject(failure()));
  onTestFinished(keepStreamOpen({ open, onEvent: () => undefined, onState: () => undefined }));
  let tries = 1;
  for (const seconds of waits) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(open).toHaveBeenCalledTimes(tries);
    await vi.advanceTimersByTimeAsync(1);
    expect(open).toHaveBeenCalledTimes(++tries);
  }
});
