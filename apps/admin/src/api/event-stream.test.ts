import { expect, onTestFinished, test, vi } from 'vitest';
import { keepStreamOpen, readEvents, type ServerEvent, StreamRefused } from './event-stream.ts';

async function eventsOf(...chunks: string[]): Promise<ServerEvent[]> {
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

test('events are read across the borders of chunks', async () => {
  expect(await eventsOf('event: sta', 'tus\ndata: {"a"', ':1}\n', '\nevent: heartbeat\ndata: \n\n')).toEqual([
    { event: 'status', data: '{"a":1}' },
    { event: 'heartbeat', data: '' },
  ]);
});

test('comments and a half event at the end are left out', async () => {
  expect(await eventsOf(': hello\n\n', 'data: a\r\ndata: b\r\n\r\n', 'data: half')).toEqual([
    { event: 'message', data: 'a\nb' },
  ]);
});

test.each([
  ['a connection that fails is tried again after 1, 2 and 4 seconds', () => new Error('network'), [1, 2, 4]],
  ['a server without a place for it is asked again when it said', () => new StreamRefused(429, '30'), [30, 30, 30]],
  ['a refusal that names no time is treated as a failure', () => new StreamRefused(503, 'soon'), [1, 2, 4]],
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
