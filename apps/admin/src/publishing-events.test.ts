import { expect, test } from 'vitest';
import { readEvents, type ServerEvent } from './event-stream.ts';
import { pillText } from './shell/publish-pill.tsx';

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

const status = {
  state: 'live' as const,
  review: false,
  workingRevision: 7,
  waiting: 0,
  schedule: null,
  revision: 129,
  liveRevision: 129,
  liveRelease: '000129-1a2b3c4d',
  heldRelease: null,
  savedAt: '2026-11-21T14:03:22.118Z',
  savedBy: 'Editor One',
  liveAt: '2026-11-21T14:03:22.160Z',
  liveMs: 42,
  faults: [],
};

test.each([
  ['saved', 'Saved'],
  ['publishing', 'Publishing'],
  ['switched', 'Publishing'],
  ['live', 'Live in 42 ms'],
  ['failed', 'Not published'],
  ['held', 'Held'],
] as const)('the pill says of %s: %s', (state, words) => {
  expect(pillText({ ...status, state }, true).words).toBe(words);
});

test('a release that its address does not show is called published, not live', () => {
  const faults = [{ detail: 'The address shows another release.' }];
  expect(pillText({ ...status, state: 'switched', faults }, true)).toMatchObject({
    words: 'Published',
    detail: 'not seen yet',
  });
});

test('the first release, and one that nobody waited for, is live without a duration', () => {
  expect(pillText({ ...status, revision: 1 }, true).words).toBe('Live');
  expect(pillText({ ...status, liveMs: 60_001 }, true).words).toBe('Live');
  expect(pillText({ ...status, liveMs: null }, true).words).toBe('Live');
});

test('without a connection the pill does not claim to know', () => {
  expect(pillText(status, false).words).toBe('Offline');
});
