import { expect, test } from 'vitest';
import { createAccountFixture } from '../../test/account-fixture.ts';
import { article } from '../../test/content-fixture.ts';
import { send } from '../../test/test-app.ts';
import { createApp, createServices } from '../app.ts';

async function createFixture() {
  const fixture = createAccountFixture();
  const app = createApp(fixture.deps, createServices(fixture.deps));
  const { token } = await fixture.signIn(await fixture.addUser('Editor', 'admin'));
  const call = (method: string, headers: Record<string, string> = {}, body?: unknown) =>
    send(app, '/api/drafts/insights/article-draft-a', { method, headers, token, body });
  return { app, token, call };
}

const body = { value: article, baseVersion: null };

test('a draft is saved, read, continued with its version, and discarded', async () => {
  const { app, token, call } = await createFixture();
  expect((await call('GET')).body).toEqual({ success: true, draft: null });
  const created = await call('PUT', { 'if-none-match': '*' }, body);
  expect([created.status, created.headers.get('etag')]).toEqual([200, `"${created.body.draft.version}"`]);
  const continued = await call('PUT', { 'if-match': String(created.headers.get('etag')) }, body);
  expect((await call('GET')).body.draft).toEqual(continued.body.draft);
  const stale = await call('PUT', { 'if-match': String(created.headers.get('etag')) }, body);
  expect([stale.status, stale.body.current]).toEqual([409, continued.body.draft]);
  const { body: list } = await send(app, '/api/drafts', { token });
  expect(list.drafts).toMatchObject([{ key: 'article-draft-a', title: 'A note' }]);
  expect(list.drafts[0]).not.toHaveProperty('value');
  expect((await call('DELETE', { 'if-match': String(continued.headers.get('etag')) })).status).toBe(200);
  expect((await call('GET')).body.draft).toBeNull();
});

test('a write without a version is refused, because it could overwrite a draft unseen', async () => {
  const { call } = await createFixture();
  const refused: Record<string, string>[] = [{}, { 'if-match': '*' }, { 'if-match': 'x' }];
  for (const headers of refused) expect((await call('PUT', headers, body)).status).toBe(400);
  expect((await call('GET')).body.draft).toBeNull();
});

test('publishing is the ordinary write of the item: it names the draft, which is gone afterwards', async () => {
  const { app, token, call } = await createFixture();
  const { body: saved } = await call('PUT', { 'if-none-match': '*' }, body);
  const draft = { key: 'article-draft-a', version: saved.draft.version };
  const published = await send(app, '/api/content/insights/article-a-note', {
    method: 'PUT',
    headers: { 'if-none-match': '*' },
    token,
    body: { value: article, draft },
  });
  expect([published.status, published.body.item.key]).toEqual([200, 'article-a-note']);
  expect((await call('GET')).body.draft).toBeNull();
});

test('a discarded draft of an unpublished article is listed and restored once, changes of a published one are not', async () => {
  const { app, token, call } = await createFixture();
  const list = async () => (await send(app, '/api/drafts/discarded', { token })).body.discarded;
  await call('PUT', { 'if-none-match': '*' }, body);
  const { discarded } = (await call('DELETE')).body;
  expect(await list()).toEqual([
    {
      ...{ id: discarded, section: 'insights', key: 'article-draft-a', title: 'A note', by: 'Editor' },
      ...{ at: expect.any(String), summary: expect.objectContaining({ excerpt: article.excerpt }) },
    },
  ]);
  const restore = () => send(app, `/api/drafts/discarded/${discarded}/restore`, { method: 'POST', token });
  expect((await restore()).status).toBe(200);
  expect((await call('GET')).body.draft).toMatchObject({ value: article, baseVersion: null });
  expect([(await restore()).status, await list()]).toEqual([404, []]);
  await call('DELETE');
  await call('PUT', { 'if-none-match': '*' }, body);
  const [{ id }] = await list();
  const refused = await send(app, `/api/drafts/discarded/${id}/restore`, { method: 'POST', token });
  expect([refused.status, (await list()).length]).toEqual([409, 1]);
  await call('DELETE');
  await call('PUT', { 'if-none-match': '*' }, { value: article, baseVersion: 1 });
  expect((await call('DELETE')).body.discarded).toBeNull();
});
