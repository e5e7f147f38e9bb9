import { previewSchema } from '@threadline/schema/preview';
import { expect, onTestFinished, test, vi } from 'vitest';
import { article } from '../../test/content-fixture.ts';
import { createPreviewFixture } from '../../test/preview-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';

const title = (value: unknown) => ({ section: 'hero', key: 'title', value });

test('a preview shows what is typed, and nothing is saved by it', async () => {
  const { deps, preview, publisher, content } = await createPreviewFixture();
  const before = footprint(deps);
  const { status, body, headers } = await preview({ path: '/', edits: [title('Typed words')] });
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(previewSchema.parse(body)).toMatchObject({
    path: '/',
    html: expect.stringContaining('<h1>Typed words</h1>'),
    fields: [{ section: 'hero', key: 'title', pointer: '' }],
    faults: [],
  });
  expect(publisher.asked[0]).toMatchObject({
    authorization: `Bearer ${deps.secrets.publisherToken}`,
    request: { path: '/', isTagged: true },
  });
  expect(content.queries.item('hero', 'title')?.value).toBe('Saved words');
  expect(footprint(deps)).toEqual(before);
});

test.each([
  ['gzip, br', 'gzip'],
  ['gzip;q=0', null],
  [undefined, null],
])('a preview that is asked for with Accept-Encoding "%s" comes as %s', async (accepted, encoding) => {
  const { app, token } = await createPreviewFixture();
  const reply = await app.request('/api/preview', {
    method: 'POST',
    body: JSON.stringify({ path: '/' }),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(accepted && { 'accept-encoding': accepted }),
    },
  });
  expect([reply.status, reply.headers.get('content-encoding')]).toEqual([200, encoding]);
});

test('without edits a preview is made from the working copy, to the byte what a release would be made from', async () => {
  const { preview, publisher, content } = await createPreviewFixture();
  await preview({ path: '/' });
  const [asked] = publisher.asked;
  expect(asked?.request.snapshot.items).toEqual(
    content.queries.workingCopy().map((item) => ({ ...item, updatedBy: null })),
  );
  await preview({ path: '/', edits: [title('Saved words')] });
  expect(publisher.asked.at(-1)?.request.snapshot).toEqual(asked?.request.snapshot);
});

test('an entry that is being written is on the page, last in its list', async () => {
  const { preview, publisher, content } = await createPreviewFixture();
  content.save([{ section: 'hero', key: 'ticker-one', value: 'One' }], null);
  await preview({ path: '/', edits: [{ section: 'hero', key: 'ticker-draft', value: 'Draft' }] });
  const { items } = publisher.asked[0]?.request.snapshot ?? { items: [] };
  expect(items.at(-1)).toMatchObject({ section: 'hero', key: 'ticker-draft', value: 'Draft', type: 'text' });
});

test('an article that is being written is on the page, first in its list', async () => {
  const { preview, publisher, content } = await createPreviewFixture();
  content.save([{ section: 'insights', key: 'article-one', value: article }], null);
  await preview({ path: '/insights/', edits: [{ section: 'insights', key: 'article-draft', value: article }] });
  const { items } = publisher.asked[0]?.request.snapshot ?? { items: [] };
  const articles = items.filter(({ key }) => key.startsWith('article-'));
  expect(articles.map(({ key }) => key)).toEqual(['article-draft', 'article-one']);
});

test.each([
  ['a value of the wrong kind', title(12), { pointer: '', detail: 'Write text here.' }],
  ['a text that is too long', title('x'.repeat(73)), { pointer: '', detail: 'Use at most 72 characters.' }],
  [
    'an item that does not exist',
    { section: 'hero', key: 'nothing', value: 'x' },
    { detail: 'There is no such item.' },
  ],
  [
    'a section that does not exist',
    { section: '__proto__', key: 'x', value: 'x' },
    { detail: 'There is no such item.' },
  ],
])('an edit with %s is named, and the page is shown without it', async (_case, edit, fault) => {
  const { preview } = await createPreviewFixture();
  const { status, body } = await preview({ path: '/', edits: [edit] });
  expect(status).toBe(200);
  expect(body.html).toContain('<h1>Saved words</h1>');
  expect(body.faults[0]).toMatchObject({ section: edit.section, key: edit.key, ...fault });
});

test.each([
  ['no body', undefined, 415],
  ['broken JSON', '{', 400],
  ['no path', { edits: [] }, 422],
  ['an address elsewhere', { path: '//example.org/' }, 422],
  ['a path out of the site', { path: '/\\example.org/' }, 422],
  ['an unknown field', { path: '/', html: '<h1>' }, 422],
  ['an edit without a key', { path: '/', edits: [{ section: 'hero', value: 'x' }] }, 422],
  ['a key that is a path', { path: '/', edits: [{ section: 'hero', key: '../title', value: 'x' }] }, 422],
  ['too many edits', { path: '/', edits: Array.from({ length: 21 }, () => title('x')) }, 422],
])('%s is refused before the publisher is asked', async (_case, body, expected) => {
  const { call, publisher } = await createPreviewFixture();
  const { status, headers } = await call('/api/preview', { method: 'POST', body });
  expect(status).toBe(expected);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(publisher.asked).toEqual([]);
});

test('a body that no editor needs is 413', async () => {
  const { preview, publisher } = await createPreviewFixture();
  const { status, body } = await preview({ path: '/', edits: [title('x'.repeat(512 * 1024))] });
  expect([status, body.code]).toEqual([413, 'payload-too-large']);
  expect(publisher.asked).toEqual([]);
});

test.each([
  ['/api/preview', 'POST'],
  ['/api/preview/links', 'GET'],
  ['/api/preview/links', 'POST'],
  ['/api/preview/links/x', 'DELETE'],
])('%s (%s) is for people with a session', async (path, method) => {
  const { app, publisher } = await createPreviewFixture();
  const { status, body } = await send(app, path, { method, ...(method === 'POST' && { body: { path: '/' } }) });
  expect([status, body.code]).toEqual([401, 'unauthenticated']);
  expect(publisher.asked).toEqual([]);
});

test('a page that the site does not have is 404', async () => {
  const { preview } = await createPreviewFixture();
  const { status, body } = await preview({ path: '/nowhere/' });
  expect([status, body.detail]).toEqual([404, 'The site has no such page.']);
});

test('a publisher that is down is 503 with a clear sentence, and the next try works', async () => {
  const fixture = await createPreviewFixture();
  fixture.refusal = { status: 503, body: { detail: 'The preview stopped: it ended with exit code 3' } };
  const { status, body, headers } = await fixture.preview({ path: '/' });
  expect([status, body.detail]).toEqual([503, 'The preview cannot be made right now. It is tried again.']);
  expect(headers.get('retry-after')).toBe('2');
  fixture.refusal = undefined;
  expect((await fixture.preview({ path: '/' })).status).toBe(200);
});

test('a publisher that cannot be reached, or that nobody configured, is 503', async () => {
  const gone = await createPreviewFixture();
  await gone.publisher.close();
  const { status, body } = await gone.preview({ path: '/' });
  expect([status, body.detail]).toEqual([
    503,
    'The preview is out of reach: the publisher does not answer. It is tried again.',
  ]);
  const alone = await createPreviewFixture({ withPublisher: false });
  expect((await alone.preview({ path: '/' })).body.detail).toBe(
    'Previews are not available: no publisher is configured.',
  );
});

test('content that no page can be made of is told with its field', async () => {
  const fixture = await createPreviewFixture();
  const faults = [{ section: 'hero', key: 'label', pointer: '', detail: 'is missing' }];
  fixture.refusal = { status: 422, body: { detail: 'The page cannot be made from this content.', faults } };
  const { status, body } = await fixture.preview({ path: '/' });
  expect([status, body.errors]).toEqual([422, [{ pointer: '/hero/label', detail: 'is missing' }]]);
});

test('somebody who asks without end is turned away for a moment', async () => {
  const { preview } = await createPreviewFixture();
  const statuses = new Set<number>();
  // However long a busy machine takes for them, they are asked within the time in which they are counted.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ask = async () => statuses.add((await preview({ path: '/', edits: [] })).status);
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 90 }, ask));
  expect([...statuses].sort()).toEqual([200, 429]);
});

test('a drawing that only the preview shows can be fetched', async () => {
  const { preview, visit } = await createPreviewFixture();
  expect((await visit('/art/landing.0123abcd.svg')).status).toBe(503);
  await preview({ path: '/' });
  const { status, text, headers } = await visit('/art/landing.0123abcd.svg');
  expect([status, text, headers.get('content-type')]).toEqual([200, '<svg id="a"/>', 'image/svg+xml']);
});
