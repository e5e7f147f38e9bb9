import { previewSchema } from '@threadline/schema/wire/preview';
import { expect, test } from 'vitest';
import { article } from '../../test/content-fixture.ts';
import { createPreviewFixture } from '../../test/preview-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';

const title = (value: unknown) => ({ section: 'hero', key: 'title', value });

test('a preview shows unsaved text and saves nothing', async () => {
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
])('a preview with Accept-Encoding "%s" has the encoding %s', async (accepted, encoding) => {
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

test('without edits a preview is rendered from the same snapshot as a release', async () => {
  const { preview, publisher, content } = await createPreviewFixture();
  await preview({ path: '/' });
  const [asked] = publisher.asked;
  expect(asked?.request.snapshot.items).toEqual(
    content.queries.workingCopy().map((item) => ({ ...item, updatedBy: null })),
  );
  await preview({ path: '/', edits: [title('Saved words')] });
  expect(publisher.asked.at(-1)?.request.snapshot).toEqual(asked?.request.snapshot);
});

test('an unpublished article has a page while its editor is open, and only then', async () => {
  const { preview, publisher, content } = await createPreviewFixture();
  const place = { section: 'insights', key: 'article-a-note' };
  content.save([{ ...place, value: article, metadata: { hidden: true, unlisted: true } }], null);
  const readMetadata = async (edits: object[]) => {
    await preview({ path: '/', edits });
    const items = publisher.asked.at(-1)?.request.snapshot.items ?? [];
    return items.find(({ key }) => key === place.key)?.metadata;
  };
  expect(await readMetadata([{ ...place, value: article }])).toEqual({ unlisted: true });
  expect(await readMetadata([])).toEqual({ hidden: true, unlisted: true });
});

test('an article keeps its address in the preview while another one is typed', async () => {
  const { preview, publisher, content } = await createPreviewFixture();
  const place = { section: 'insights', key: 'article-a-note' };
  content.save([{ ...place, value: { ...article, address: 'here' } }], null);
  await preview({ path: '/', edits: [{ ...place, value: { ...article, title: 'Typed', address: 'there' } }] });
  const items = publisher.asked.at(-1)?.request.snapshot.items ?? [];
  expect(items.find(({ key }) => key === place.key)?.value).toMatchObject({ title: 'Typed', address: 'here' });
});

test('an unsaved entry is on the page, last in its list', async () => {
  const { preview, publisher, content } = await createPreviewFixture();
  content.save([{ section: 'hero', key: 'ticker-one', value: 'One' }], null);
  await preview({ path: '/', edits: [{ section: 'hero', key: 'ticker-draft', value: 'Draft' }] });
  const { items } = publisher.asked[0]?.request.snapshot ?? { items: [] };
  expect(items.at(-1)).toMatchObject({ section: 'hero', key: 'ticker-draft', value: 'Draft', type: 'text' });
});

test('an unsaved entry is on the page behind the entry that it names', async () => {
  const { preview, publisher, content } = await createPreviewFixture();
  for (const key of ['ticker-one', 'ticker-two']) content.save([{ section: 'hero', key, value: key }], null);
  const draft = { section: 'hero', key: 'ticker-draft', value: 'Draft', after: 'ticker-one' };
  await preview({ path: '/', edits: [draft] });
  const { items } = publisher.asked[0]?.request.snapshot ?? { items: [] };
  const keys = items.map(({ key }) => key).filter((key) => key.startsWith('ticker-'));
  expect(keys).toEqual(['ticker-one', 'ticker-draft', 'ticker-two']);
});

test('an unsaved article is on the page, first in its list', async () => {
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
])('an edit with %s is reported, and the page is rendered without it', async (_case, edit, fault) => {
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
  ['a URL outside the site', { path: '//example.org/' }, 422],
  ['a path outside the site', { path: '/\\example.org/' }, 422],
  ['an unknown field', { path: '/', html: '<h1>' }, 422],
  ['an edit without a key', { path: '/', edits: [{ section: 'hero', value: 'x' }] }, 422],
  ['a key that is a path', { path: '/', edits: [{ section: 'hero', key: '../title', value: 'x' }] }, 422],
  ['too many edits', { path: '/', edits: Array.from({ length: 21 }, () => title('x')) }, 422],
])('%s is rejected without a request to the publisher', async (_case, body, expected) => {
  const { call, publisher } = await createPreviewFixture();
  const { status, headers } = await call('/api/preview', { method: 'POST', body });
  expect(status).toBe(expected);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(publisher.asked).toEqual([]);
});

test('a body that is too large is 413', async () => {
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
])('%s (%s) requires a session', async (path, method) => {
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

test('a failed publisher is 503 with a sentence, and the next request succeeds', async () => {
  const fixture = await createPreviewFixture();
  fixture.refusal = { status: 503, body: { detail: 'The preview stopped: it ended with exit code 3' } };
  const { status, body, headers } = await fixture.preview({ path: '/' });
  expect([status, body.detail]).toEqual([503, 'The preview could not be made. A new attempt starts automatically.']);
  expect(headers.get('retry-after')).toBe('2');
  fixture.refusal = undefined;
  expect((await fixture.preview({ path: '/' })).status).toBe(200);
});

test('an unreachable or unconfigured publisher is 503', async () => {
  const gone = await createPreviewFixture();
  await gone.publisher.close();
  const { status, body } = await gone.preview({ path: '/' });
  expect([status, body.detail]).toEqual([
    503,
    'The preview is not available at the moment. A new attempt starts automatically.',
  ]);
  const alone = await createPreviewFixture({ withPublisher: false });
  expect((await alone.preview({ path: '/' })).body.detail).toBe(
    'Previews are not available: no publisher is configured.',
  );
});

test('content that cannot be rendered is reported with its field', async () => {
  const fixture = await createPreviewFixture();
  const faults = [{ section: 'hero', key: 'label', pointer: '', detail: 'is missing' }];
  fixture.refusal = { status: 422, body: { detail: 'The page cannot be rendered from this content.', faults } };
  const { status, body } = await fixture.preview({ path: '/' });
  expect([status, body.errors]).toEqual([422, [{ pointer: '/hero/label', detail: 'is missing' }]]);
});

test('a drawing that only the preview shows can be fetched', async () => {
  const { preview, visit } = await createPreviewFixture();
  expect((await visit('/art/landing.0123abcd.svg')).status).toBe(503);
  await preview({ path: '/' });
  const { status, text, headers } = await visit('/art/landing.0123abcd.svg');
  expect([status, text, headers.get('content-type')]).toEqual([200, '<svg id="a"/>', 'image/svg+xml']);
});
