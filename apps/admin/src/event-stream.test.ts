import { expect, test } from 'vitest';
import { readEvents, type ServerEvent } from './event-stream.ts';

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
