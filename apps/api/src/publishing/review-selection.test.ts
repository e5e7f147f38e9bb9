import { expect, test } from 'vitest';
import { createReviewFixture } from '../../test/review-fixture.ts';
import { auditLog } from '../platform/db/schema/core.ts';
import { drafts } from '../platform/db/schema/drafts.ts';

const other = { id: 'u2', name: 'Editor Two' };

test('some of the pending changes are published, and the others stay pending with their authors', async () => {
  const { call, content, publishing, save, status } = await createReviewFixture();
  await call('POST', 'publish', { revision: save('A line', 'subtitle') });
  save('Second words');
  content.save([{ section: 'hero', key: 'subtitle', value: 'Another line' }], other);
  const { revision } = content.save([{ section: 'hero', key: 'ticker-a', value: 'An entry' }], other);
  const items = [{ section: 'hero', key: 'title' }];
  expect((await call('POST', 'publish', { revision, items })).status).toBe(200);
  const target = publishing.targetRevision().revision;
  const published = content.queries.itemsAt(target).map(({ key, value }) => `${key}: ${value}`);
  expect(published.sort()).toEqual(['subtitle: A line', 'title: Second words']);
  const { changes } = (await call('GET', 'pending-changes')).body;
  expect(changes).toMatchObject([
    { key: 'ticker-a', by: 'Editor Two', operation: 'added' },
    { key: 'subtitle', by: 'Editor Two' },
  ]);
  expect(content.queries.item('hero', 'subtitle')).toMatchObject({ value: 'Another line', updatedBy: 'Editor Two' });
  expect((await call('POST', 'publish', { revision: status().workingRevision })).status).toBe(200);
  expect(status().pendingChanges).toBe(0);
  expect(content.queries.itemsAt(publishing.targetRevision().revision)).toHaveLength(3);
});

test('a removal that is not selected stays pending, and the audit log names only the publish', async () => {
  const { call, content, deps, save, status } = await createReviewFixture();
  save('An entry', 'ticker-a');
  await call('POST', 'publish', { revision: status().workingRevision });
  content.remove({ section: 'hero', key: 'ticker-a', version: 1 }, other);
  const removedAt = deps.now().toISOString();
  deps.clock.advance(60_000);
  save('Second words');
  const before = deps.db.select().from(auditLog).all().length;
  const items = [{ section: 'hero', key: 'title' }];
  await call('POST', 'publish', { revision: status().workingRevision, items });
  expect(deps.db.select().from(auditLog).all().slice(before)).toMatchObject([{ action: 'changes.published' }]);
  const { changes } = (await call('GET', 'pending-changes')).body;
  expect(changes).toMatchObject([{ key: 'ticker-a', operation: 'removed', by: 'Editor Two', at: removedAt }]);
  expect(content.queries.removed({ limit: 1 }).removed).toMatchObject([{ key: 'ticker-a', by: 'Editor Two' }]);
  expect(content.queries.item('hero', 'ticker-a')).toBeUndefined();
});

test('a change that is left out twice keeps its author, its time and its kind, also in the history of its item', async () => {
  const { call, content, deps, save, status } = await createReviewFixture();
  for (const key of ['ticker-a', 'ticker-b']) save('An entry', key);
  await call('POST', 'publish', { revision: status().workingRevision });
  content.reorder({ section: 'hero', list: 'ticker', keys: ['ticker-b', 'ticker-a'] }, other);
  const at = deps.now().toISOString();
  for (const title of ['Second words', 'Third words']) {
    deps.clock.advance(60_000);
    save(title);
    const items = [{ section: 'hero', key: 'title' }];
    await call('POST', 'publish', { revision: status().workingRevision, items });
  }
  const { changes } = (await call('GET', 'pending-changes')).body;
  const moved = { operation: 'moved', by: 'Editor Two', at };
  expect(changes).toMatchObject([moved]);
  const { history } = content.queries.history({ section: 'hero', key: 'ticker-a' }, { limit: 2 });
  expect(history).toMatchObject([
    { by: 'Editor Two', leftOut: 'again' },
    { by: 'Editor', leftOut: 'without' },
  ]);
});

test('a selection of changes that are not pending, or were made before a newer save, is refused', async () => {
  const { call, publishing, save } = await createReviewFixture();
  const revision = save('Second words');
  const before = publishing.targetRevision();
  const unknown = await call('POST', 'publish', { revision, items: [{ section: 'hero', key: 'subtitle' }] });
  expect([unknown.status, unknown.body.detail]).toEqual([
    409,
    'None of the selected changes is pending. Reload the list.',
  ]);
  save('A line', 'subtitle');
  const outdated = await call('POST', 'publish', { revision, items: [{ section: 'hero', key: 'title' }] });
  expect([outdated.status, outdated.body.detail]).toEqual([409, 'The content has changed meanwhile. Reload the list.']);
  expect(publishing.targetRevision()).toEqual(before);
});

test('a selection is refused while all changes are scheduled, and when another editor has discarded one since', async () => {
  const { call, content, deps, publishing, save, status } = await createReviewFixture();
  await call('POST', 'publish', { revision: save('A line', 'subtitle') });
  save('Second words');
  save('Another line', 'subtitle');
  const reviewed = status().workingRevision;
  const items = [{ section: 'hero', key: 'title' }];
  const at = new Date(deps.now().getTime() + 600_000).toISOString();
  await call('PUT', 'schedule', { at, revision: reviewed });
  const before = publishing.targetRevision().revision;
  const scheduled = await call('POST', 'publish', { revision: reviewed, items });
  expect([scheduled.status, scheduled.body.detail]).toEqual([
    409,
    'All changes are scheduled. Cancel the schedule first.',
  ]);
  await call('DELETE', 'schedule');
  content.save([{ section: 'hero', key: 'subtitle', value: 'A line' }], other);
  expect((await call('POST', 'publish', { revision: reviewed, items })).status).toBe(409);
  expect(publishing.targetRevision().revision).toBe(before);
});

test('a draft and a schedule of an item that is left out can still be published', async () => {
  const { call, content, deps, save, status } = await createReviewFixture();
  await call('POST', 'publish', { revision: save('A line', 'subtitle') });
  save('Another line', 'subtitle');
  save('Second words');
  const row = { section: 'hero', key: 'subtitle', value: 'Drafted', metadata: {}, baseVersion: 2 };
  deps.db
    .insert(drafts)
    .values({ ...row, updatedAt: deps.now().toISOString(), updatedBy: 'Editor Two' })
    .run();
  await call('POST', 'publish', { revision: status().workingRevision, items: [{ section: 'hero', key: 'title' }] });
  const draft = deps.db.select().from(drafts).get();
  expect(draft?.baseVersion).toBe(content.queries.item('hero', 'subtitle')?.version);
});

test.each(['ticker-a', 'ticker-b'])(
  'of two neighbours that changed places, %s is pending if it was moved, and can be left out',
  async (moved) => {
    const { call, content, deps, goLive, save } = await createReviewFixture();
    for (const key of ['ticker-a', 'ticker-b']) save('An entry', key);
    const { revision: added } = content.save([], other);
    await call('POST', 'publish', { revision: added });
    goLive(added);
    content.reorder({ section: 'hero', list: 'ticker', keys: ['ticker-b', 'ticker-a'], moved }, other);
    deps.clock.advance(60_000);
    const revision = save('Second words');
    const list = async () => (await call('GET', 'pending-changes')).body.changes.map(({ key }: { key: string }) => key);
    expect(await list()).toEqual(['title', moved]);
    expect((await call('POST', 'publish', { revision, items: [{ section: 'hero', key: 'title' }] })).status).toBe(200);
    expect(await list()).toEqual([moved]);
  },
);

test('a move is published although its neighbour, whose text has changed, is left out', async () => {
  const { call, content, goLive, publishing, save } = await createReviewFixture();
  for (const key of ['ticker-a', 'ticker-b']) save('An entry', key);
  const { revision: added } = content.save([], other);
  await call('POST', 'publish', { revision: added });
  goLive(added);
  content.reorder({ section: 'hero', list: 'ticker', keys: ['ticker-b', 'ticker-a'], moved: 'ticker-b' }, other);
  const revision = save('Another entry', 'ticker-a');
  const items = [{ section: 'hero', key: 'ticker-b' }];
  expect((await call('POST', 'publish', { revision, items })).status).toBe(200);
  const published = content.queries.itemsAt(publishing.targetRevision().revision);
  const entries = published.filter(({ key }) => key.startsWith('ticker-'));
  expect(entries.sort((a, b) => a.position - b.position).map(({ key, value }) => [key, value])).toEqual([
    ['ticker-b', 'An entry'],
    ['ticker-a', 'An entry'],
  ]);
});
