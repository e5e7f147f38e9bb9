import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createAccountFixture } from '../../test/account-fixture.ts';
import { type Call, footprint, send } from '../../test/test-app.ts';
import { createApp, createFetch, createServices } from '../app.ts';
import { revisions } from '../platform/db/schema/core.ts';
import { seedContent } from './seed.ts';

async function createEditor() {
  const { deps, addUser, signIn } = createAccountFixture();
  const services = createServices(deps);
  const fetch = createFetch(createApp(deps, services), services);
  // Like the server: the live reader first, then the router.
  const app = new Hono().all('*', (context) => {
    const { method, url, headers } = context.req.raw;
    const socket = { remoteAddress: '203.0.113.7' };
    const incoming = {
      method,
      url: new URL(url).pathname,
      headers: Object.fromEntries(headers),
      rawHeaders: [],
      socket,
    };
    return fetch(context.req.raw, { incoming } as unknown as HttpBindings);
  });
  const { token } = await signIn(await addUser('Editor'));
  return {
    deps,
    services,
    call: (path: string, call: Call = {}) => send(app, path, { token, ...call }),
    visitor: (path: string, call: Call = {}) => send(app, path, call),
  };
}

const put = (body: unknown, headers: Record<string, string> = {}): Call => ({ method: 'PUT', body, headers });

test.each(['/api/content/hero/title', '/content/hero/title'])(
  'PUT %s saves and responds with the specified message',
  async (path) => {
    const { call } = await createEditor();
    const reply = await call(path, put({ value: 'A new headline', metadata: { title: 'Headline' } }));
    expect(reply.status).toBe(200);
    expect(reply.headers.get('etag')).toBe('"1"');
    expect(reply.body).toMatchObject({
      success: true,
      message: 'Content updated successfully!',
      revision: 1,
      item: { value: 'A new headline', type: 'text', metadata: { title: 'Headline' }, version: 1, updatedBy: 'Editor' },
    });
  },
);

test('content is grouped by section and key, and every section is included', async () => {
  const { call } = await createEditor();
  await call('/api/content/about/heading', put({ value: 'Our Mission' }));
  const { body } = await call('/api/content');
  expect(Object.keys(body.content)).toEqual([
    'hero',
    'about',
    'services',
    'process',
    'stats',
    'insights',
    'cta',
    'footer',
    'site',
    'mail',
  ]);
  expect(body.content.about.heading).toMatchObject({
    section: 'about',
    key: 'heading',
    value: 'Our Mission',
    type: 'text',
  });
});

test('entries are in page order', async () => {
  const { call, services, deps } = await createEditor();
  seedContent(services.content, deps.config.seedDir);
  const slides = async () =>
    Object.keys((await call('/content')).body.content.hero).filter((key) => key.startsWith('slide-'));
  const keys = await slides();
  const reply = await call('/content/hero/order', put({ list: 'slides', keys: keys.toReversed() }));
  expect(reply.status).toBe(200);
  expect(await slides()).toEqual(keys.toReversed());
});

test('a visitor gets the live content, an editor the working copy, each with its own ETag', async () => {
  const { call, visitor, services } = await createEditor();
  await call('/content/hero/title', put({ value: 'Live' }));
  services.publishing.report({
    state: 'activated',
    revision: 1,
    releaseId: '000001-0123abcd',
    files: 1,
    bytes: 1,
    steps: {},
  });
  await call('/content/hero/title', put({ value: 'Not live yet' }));
  const [live, working] = [await visitor('/content'), await call('/content')];
  expect(live.body.content.hero.title).toMatchObject({ value: 'Live', updatedBy: null });
  expect(working.body.content.hero.title).toMatchObject({ value: 'Not live yet', updatedBy: 'Editor' });
  const etag = live.headers.get('etag') ?? '';
  expect((await visitor('/api/content', { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await call('/api/content', { headers: { 'if-none-match': etag } })).status).toBe(200);
  expect((await visitor('/api/content', { token: 'expired' })).status).toBe(401);
});

test('a bulk save is one revision', async () => {
  const { call } = await createEditor();
  const updates = [
    { section: 'hero', key: 'title', value: 'One' },
    { section: 'about', key: 'heading', value: 'Two' },
  ];
  const { status, body } = await call('/api/content/bulk', put({ updates }));
  expect([status, body.revision, body.items.length]).toEqual([200, 1, 2]);
});

test('an entry that a bulk save would add again is not overwritten if another editor has restored it', async () => {
  const { call } = await createEditor();
  const entry = { section: 'hero', key: 'ticker-a', value: 'Entry' };
  const updates = [
    { section: 'hero', key: 'title', value: 'One' },
    { ...entry, isNew: true },
  ];
  expect((await call('/api/content/bulk', put({ updates }))).status).toBe(200);
  const { status, body } = await call(
    '/api/content/bulk',
    put({ updates: [{ ...updates[0], value: 'Two' }, updates[1]] }),
  );
  expect([status, body.code, body.current?.version]).toEqual([409, 'conflict', 1]);
  expect((await call('/api/content')).body.content.hero.title.value).toBe('One');
});

test('a save by Undo or a restore is recorded as such with its revision', async () => {
  const { call, deps } = await createEditor();
  await call('/api/content/hero/title', put({ value: 'Restored', origin: 'restore' }));
  const updates = [{ section: 'hero', key: 'title', value: 'Undone' }];
  await call('/api/content/bulk', put({ updates, origin: 'undo' }));
  await call('/api/content/hero/title', put({ value: 'Typed' }));
  const rows = deps.db.select({ origin: revisions.origin }).from(revisions).all();
  expect(rows.map(({ origin }) => origin)).toEqual(['restore', 'undo', null]);
});

test('an entry is added and removed, and its history stays', async () => {
  const { call } = await createEditor();
  const link = { label: 'Press', href: '/careers/' };
  expect((await call('/content/footer/link-press', put({ value: link }))).status).toBe(200);
  expect((await call('/content/footer/link-press', { method: 'DELETE' })).body).toMatchObject({
    success: true,
    revision: 2,
  });
  expect((await call('/content')).body.content.footer['link-press']).toBeUndefined();
  const { history } = (await call('/content/footer/link-press/history')).body;
  expect(history.map(({ operation }: { operation: string }) => operation)).toEqual(['delete', 'create']);
});

test('a new entry is placed behind the one that it names, in one revision, and last if that is gone', async () => {
  const { call } = await createEditor();
  const add = (key: string, after?: string) =>
    call(`/content/footer/${key}`, put({ value: { label: `${key} ${after}`, href: '/careers/' }, after }));
  const readLinks = async () => {
    const keys = Object.keys((await call('/content')).body.content.footer);
    return keys.filter((key) => key.startsWith('link-'));
  };
  await add('link-one');
  await add('link-two');
  const { body } = await add('link-between', 'link-one');
  expect([body.revision, body.item.position]).toEqual([3, 1]);
  await add('link-last', 'link-gone');
  const order = ['link-one', 'link-between', 'link-two', 'link-last'];
  expect(await readLinks()).toEqual(order);
  // A later write does not move an entry.
  await add('link-last', 'link-one');
  expect(await readLinks()).toEqual(order);
});

test('history and removed entries are paged, and an invalid page is rejected', async () => {
  const { call } = await createEditor();
  await call('/content/hero/title', put({ value: 'One' }));
  await call('/content/hero/title', put({ value: 'Two' }));
  const { history, more } = (await call('/content/hero/title/history?limit=1')).body;
  expect([history.length, history[0].value, more]).toEqual([1, 'Two', true]);
  const next = (await call(`/content/hero/title/history?limit=1&before=${history[0].id}`)).body;
  expect([next.history[0].value, next.more]).toEqual(['One', false]);
  expect((await call('/content/removed')).body).toEqual({ success: true, removed: [], more: false });
  for (const query of ['limit=0', 'limit=101', 'before=-1', 'before=x', 'before=1.5'])
    expect((await call(`/content/removed?${query}`)).status).toBe(422);
});

test('If-None-Match: * creates a new entry and never changes an existing one', async () => {
  const { call } = await createEditor();
  const link = (label: string) => put({ value: { label, href: '/careers/' } }, { 'if-none-match': '*' });
  expect((await call('/content/footer/link-press', link('Press'))).status).toBe(200);
  const { status, body } = await call('/content/footer/link-press', link('Another'));
  expect([status, body.current.value.label]).toEqual([409, 'Press']);
  expect((await call('/content/footer/link-b', put({ value: 'x' }, { 'if-none-match': '"7"' }))).status).toBe(400);
});

test('the response to a stale edit contains both texts [R9]', async () => {
  const { call } = await createEditor();
  await call('/content/hero/title', put({ value: 'One' }));
  await call('/content/hero/title', put({ value: 'Two' }, { 'if-match': '"1"' }));
  const reply = await call('/content/hero/title', put({ value: 'Three' }, { 'if-match': '"1"' }));
  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({ code: 'conflict', current: { value: 'Two', version: 2 } });
});

const huge = 'x'.repeat(1024 * 1024);
const good = { section: 'hero', key: 'title', value: 'Good' };

test.each<[string, string, Call, number, RegExp]>([
  ['broken JSON', '/content/hero/title', put('{"value":'), 400, /could not be read/],
  ['an empty body', '/content/hero/title', put(''), 400, /could not be read/],
  [
    'another content type',
    '/content/hero/title',
    put('{"value":"A"}', { 'content-type': 'text/plain' }),
    415,
    /application\/json/,
  ],
  ['a body that is not an object', '/content/hero/title', put([]), 422, /./],
  ['a number in place of a text', '/content/hero/title', put({ value: 12 }), 422, /Write text here/],
  ['no value', '/content/hero/title', put({}), 422, /./],
  ['an unknown property', '/content/hero/title', put({ value: 'A', role: 'super_admin' }), 422, /./],
  ['an unknown field of metadata', '/content/hero/title', put({ value: 'A', metadata: { admin: true } }), 422, /./],
  ['a lone surrogate', '/content/hero/title', put('{"value":"a\\ud800b"}'), 422, /cannot be shown/],
  ['a text that is too long', '/content/hero/title', put({ value: 'x'.repeat(5000) }), 422, /at most 72/],
  ['a text of 1 MB', '/content/hero/title', put({ value: huge }), 413, /at most/],
  ['an unknown section', '/content/nowhere/title', put({ value: 'A' }), 404, /no such content item/],
  ['an unknown key', '/content/hero/nothing', put({ value: 'A' }), 404, /no such content item/],
  ['a prototype name as section', '/content/__proto__/title', put({ value: 'A' }), 404, /no such content item/],
  ['a path as key', '/content/hero/..%2f..%2fetc', put({ value: 'A' }), 404, /no such/],
  ['an invalid version', '/content/hero/title', put({ value: 'A' }, { 'if-match': '"one"' }), 400, /If-Match/],
  ['a bulk save without updates', '/content/bulk', put({ updates: [] }), 422, /empty/],
  ['a bulk save of 501 items', '/content/bulk', put({ updates: Array(501).fill(good) }), 422, /500/],
  [
    'a bulk save with one invalid item',
    '/content/bulk',
    put({ updates: [good, { ...good, key: 'label', value: 3 }] }),
    422,
    /Write text here/,
  ],
  [
    'a bulk save with an unknown key',
    '/content/bulk',
    put({ updates: [good, { ...good, key: 'nothing' }] }),
    404,
    /no such/,
  ],
  ['an order with an unknown list', '/content/hero/order', put({ list: '__proto__', keys: [] }), 404, /no such list/],
  ['the removal of a single text', '/content/hero/title', { method: 'DELETE' }, 409, /part of the page/],
])('%s is rejected in a sentence and changes nothing [M6]', async (_, path, options, status, message) => {
  const { call, deps } = await createEditor();
  const before = footprint(deps);
  for (const prefix of ['', '/api']) {
    const reply = await call(prefix + path, options);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(reply.body).toMatchObject({ success: false, status, message: expect.stringMatching(message) });
    expect(reply.text).not.toMatch(/super_admin|xxxx|at .*\.ts/);
  }
  expect(footprint(deps)).toEqual(before);
});
