import { presenceSchema } from '@threadline/schema/wire/presence';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createAccountFixture } from '../../../test/account-fixture.ts';
import { footprint, send } from '../../../test/test-app.ts';
import { createApp, createServices } from '../../app.ts';
import { createPresence } from './presence.ts';

afterEach(() => vi.useRealTimers());

/** Creates two editors with a window each; `seen` reads events until that window receives the expected one. */
async function createWindows() {
  const { deps, addUser, signIn } = createAccountFixture();
  const app = createApp(deps, createServices(deps));

  async function openWindow(name: string, grant?: { token: string }) {
    const { token } = grant ?? (await signIn(await addUser(name)));
    const closing = new AbortController();
    onTestFinished(() => closing.abort());
    const reply = await app.request('/api/publishing/events', {
      headers: { authorization: `Bearer ${token}` },
      signal: closing.signal,
    });
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    const next = async () => {
      for (let text = ''; ; ) {
        const part = await reader?.read();
        if (!part || part.done) throw new Error('The stream has ended.');
        text += part.value;
        const [, data] = /event: presence\ndata: (.*)\n/.exec(text) ?? [];
        if (data) return presenceSchema.parse(JSON.parse(data));
      }
    };
    const tell = (body: unknown) => send(app, '/api/publishing/presence', { method: 'PUT', body, token });
    return { token, next, tell, close: () => reader?.cancel() };
  }
  return { app, deps, openWindow };
}

const place = { section: 'about', key: 'heading' };

test('the item that an editor edits is shown to others until the window closes, and is not stored', async () => {
  const { deps, openWindow } = await createWindows();
  const [mine, theirs] = [await openWindow('Editor One'), await openWindow('Editor Two')];
  const { stream } = await mine.next();
  expect((await theirs.next()).others).toEqual([]);
  const before = footprint(deps);
  expect((await mine.tell({ stream, place })).status).toBe(200);
  expect((await theirs.next()).others).toEqual([{ ...place, name: 'Editor One' }]);
  expect(footprint(deps)).toEqual(before);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await mine.close();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), 20_000);
  vi.runAllTimers();
  expect((await theirs.next()).others).toEqual([]);
});

/** Collects the events that `viewer` receives after each change. */
function watchFrom(viewer: string, presence: ReturnType<typeof createPresence>) {
  const told: string[][] = [];
  presence.events.on('change', () =>
    told.push(presence.listOthers(viewer).others.map(({ name, key }) => `${name} ${key}`)),
  );
  return told;
}

const [one, two] = [
  { id: 'one', name: 'Editor One' },
  { id: 'two', name: 'Editor Two' },
];

test('a window that reconnects within a few seconds stays visible at its place', () => {
  vi.useFakeTimers();
  const presence = createPresence();
  const told = watchFrom(presence.join(two), presence);
  const before = presence.join(one);
  presence.setPlace(before, place, one);
  presence.leave(before);
  vi.advanceTimersByTime(1500);
  const after = presence.join(one);
  presence.setPlace(after, place, one);
  vi.runAllTimers();
  expect(told).toEqual([['Editor One heading'], ['Editor One heading']]);
  presence.leave(after);
  presence.setPlace(presence.join(one), { section: 'hero', key: 'title' }, one);
  expect(told.at(-1)).toEqual(['Editor One title']);
});

test('a window that does not reconnect disappears after five seconds, and its old stream is invalid', () => {
  vi.useFakeTimers();
  const presence = createPresence();
  const viewer = presence.join(two);
  const told = watchFrom(viewer, presence);
  const stream = presence.join(one);
  presence.setPlace(stream, place, one);
  presence.leave(stream);
  vi.advanceTimersByTime(4999);
  expect(presence.listOthers(viewer).others).toHaveLength(1);
  expect(() => presence.setPlace(stream, place, one)).toThrow('This window is not connected.');
  vi.advanceTimersByTime(1);
  expect(told).toEqual([['Editor One heading'], []]);
});

test('a user’s second window does not count as another editor, and closing an editor is shown', async () => {
  const { openWindow } = await createWindows();
  const mine = await openWindow('Editor One');
  const again = await openWindow('Editor One', mine);
  const theirs = await openWindow('Editor Two');
  const { stream } = await mine.next();
  await again.next();
  await theirs.next();
  await mine.tell({ stream, place });
  expect((await theirs.next()).others).toHaveLength(1);
  await mine.tell({ stream, place: null });
  const { stream: their, others } = await theirs.next();
  expect(others).toEqual([]);
  await theirs.tell({ stream: their, place });
  // The first event that it receives afterwards.
  expect((await again.next()).others).toEqual([{ ...place, name: 'Editor Two' }]);
});

test.each([
  ['a stream that is not open', 404, { stream: '00000000-0000-4000-8000-000000000000', place }],
  ['no place', 422, { stream: '00000000-0000-4000-8000-000000000000' }],
  [
    'a name that is far too long',
    422,
    { stream: '00000000-0000-4000-8000-000000000000', place: { ...place, key: 'k'.repeat(81) } },
  ],
  ['a large body', 413, { stream: 'x'.repeat(5000), place }],
])('%s is refused with %i', async (_what, status, body) => {
  const { openWindow } = await createWindows();
  const mine = await openWindow('Editor One');
  expect((await mine.tell(body)).status).toBe(status);
});

test('a user cannot set the place of another user’s window', async () => {
  const { openWindow } = await createWindows();
  const [mine, theirs] = [await openWindow('Editor One'), await openWindow('Editor Two')];
  const { stream } = await mine.next();
  expect((await theirs.tell({ stream, place })).status).toBe(404);
});
