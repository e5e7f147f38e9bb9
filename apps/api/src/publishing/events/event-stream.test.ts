import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestDeps } from '../../../test/create-test-deps.ts';
import { createPublishing } from '../service.ts';
import { streamEvents } from './event-stream.ts';
import { createPresence } from './presence.ts';

afterEach(() => vi.useRealTimers());

const place = (key: string) => ({ section: 'about', key });
type Verify = Parameters<typeof streamEvents>[2]['sessions']['verify'];
const valid = (() => Promise.resolve({})) as unknown as Verify;

/** A window whose session is checked by `verify`. */
async function openWindow(verify: Verify) {
  const publishing = createPublishing(createTestDeps(), []);
  const presence = createPresence();
  const parts = { publishing, presence, sessions: { verify }, log: pino({ level: 'silent' }) };
  const who = { id: 'one', name: 'Editor One' };
  const app = new Hono().get('/', (context) =>
    streamSSE(context, (stream) => streamEvents(stream, { token: 'any', actor: who }, parts)),
  );
  const reader = (await app.request('/')).body?.pipeThrough(new TextDecoderStream()).getReader();
  const other = presence.join({ id: 'two', name: 'Editor Two' });
  return {
    /** The presence that this window shows to others. */
    seen: () => presence.listOthers(other).others,
    edit: (stream: string, key: string) => presence.setPlace(stream, place(key), who),
    move: (key: string) => presence.setPlace(other, place(key), { id: 'two', name: 'Editor Two' }),
    close: () => reader?.cancel(),
    /** Reads events until this one arrives. */
    async readUntil(part: string): Promise<string> {
      let text = '';
      while (!text.includes(part)) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) throw new Error(`The stream has ended after: ${text}`);
        text += value;
      }
      return text;
    },
    listeners: () => publishing.events.listenerCount('status') + presence.events.listenerCount('change'),
  };
}

test('a window that closes while its session is checked leaves no listener', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const window = await openWindow((token) => answered.then(() => valid(token)));
  expect(window.listeners()).toBe(2);
  await window.close();
  answer();
  await vi.waitFor(() => expect(window.listeners()).toBe(0), 20_000);
});

test('a failed session check ends only its own stream', async () => {
  let isBroken = false;
  const window = await openWindow((token) => (isBroken ? Promise.reject(new Error('disk I/O error')) : valid(token)));
  await window.readUntil('event: presence');
  isBroken = true;
  window.move('heading');
  await vi.waitFor(() => expect(window.listeners()).toBe(0), 20_000);
});

test('two concurrent changes are sent in order, whichever session check is slower', async () => {
  const slow = Promise.withResolvers<void>();
  const checks: (Promise<void> | undefined)[] = [];
  const window = await openWindow((token) => (checks.shift() ?? Promise.resolve()).then(() => valid(token)));
  await window.readUntil('event: presence');
  checks.push(slow.promise);
  window.move('first');
  await vi.waitFor(() => expect(checks).toEqual([]), 20_000);
  window.move('second');
  setImmediate(slow.resolve);
  const text = await window.readUntil('"second"');
  expect(text.indexOf('"first"')).toBeGreaterThanOrEqual(0);
  expect(text.indexOf('"first"')).toBeLessThan(text.indexOf('"second"'));
  await window.close();
});

test('the window of an ended session disappears with the next heartbeat', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let isOver = false;
  const window = await openWindow((token) => (isOver ? Promise.resolve(undefined) : valid(token)));
  const [, stream = ''] = /"stream":"([^"]+)"/.exec(await window.readUntil('"others"')) ?? [];
  window.edit(stream, 'heading');
  vi.advanceTimersByTime(25_000);
  await window.readUntil('event: heartbeat');
  expect(window.seen()).toMatchObject([{ name: 'Editor One', key: 'heading' }]);
  isOver = true;
  vi.advanceTimersByTime(25_000);
  await vi.waitFor(() => expect(window.listeners()).toBe(0), 20_000);
  expect(window.seen()).toEqual([]);
  await expect(window.readUntil('event: heartbeat')).rejects.toThrow('The stream has ended');
});
