import { type PendingChange, pendingChangeSchema } from '@threadline/schema/wire/publishing';
import { expect, onTestFinished, test } from 'vitest';
import { createAccountFixture } from '../../test/account-fixture.ts';
import { createReviewFixture, release } from '../../test/review-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { createServices } from '../app.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { images, revisions } from '../platform/db/schema/core.ts';
import { createScheduler } from './review.ts';

const other = { id: 'u2', name: 'Editor Two' };

const soon = (at: Date, minutes = 10) => new Date(at.getTime() + minutes * 60_000).toISOString();

test('in review mode a save is pending: the target stays, and the change is listed', async () => {
  const { call, deps, publishing, save, status } = await createReviewFixture();
  const before = publishing.targetRevision();
  save('Second words');
  deps.clock.advance(1000);
  save('A line', 'subtitle');
  expect(publishing.targetRevision()).toEqual(before);
  expect(status()).toMatchObject({ state: 'live', review: true, revision: 1, workingRevision: 3, pendingChanges: 2 });
  const { body } = await call('GET', 'pending-changes');
  expect(body.revision).toBe(3);
  expect(body.changes.map((change: unknown) => pendingChangeSchema.parse(change))).toMatchObject([
    { section: 'hero', operation: 'added', by: 'Editor' },
    {
      section: 'hero',
      key: 'title',
      operation: 'changed',
      fields: [{ pointer: '', before: 'First words', after: 'Second words' }],
    },
  ]);
});

test('a removed entry that is added again is pending as restored, a new one as added', async () => {
  const { call, content, save } = await createReviewFixture();
  save('A line', 'ticker-a');
  const { revision } = content.remove({ section: 'hero', key: 'ticker-a', version: 1 }, other);
  expect((await call('POST', 'publish', { revision })).status).toBe(200);
  save('A line', 'ticker-a');
  save('Another line', 'ticker-b');
  const { changes } = (await call('GET', 'pending-changes')).body;
  const told = changes.map((change: unknown) => pendingChangeSchema.parse(change));
  expect(told.map(({ key, operation }: PendingChange) => `${key} ${operation}`).sort()).toEqual([
    'ticker-a restored',
    'ticker-b added',
  ]);
});

const publicId = '0a'.repeat(16);
const picture = { src: `/media/${publicId}-480.webp`, alt: '' };

/** Adds the image to the library. */
function addImage({ db, now }: ReturnType<typeof createAccountFixture>['deps'], alt: string): void {
  const row = {
    id: 'i1',
    publicId,
    url: picture.src,
    originalName: 'a.png',
    tags: [],
    alt,
    width: 9,
    height: 9,
    bytes: 9,
    focusX: 50,
    focusY: 50,
  };
  db.insert(images)
    .values({ ...row, variants: [], uploadedAt: now().toISOString() })
    .run();
}

test('pending changes name the images without alt text that would block publishing', async () => {
  const { call, content, deps } = await createReviewFixture();
  addImage(deps, '');
  // As an import or an older version left it: a save is refused.
  content.save([{ section: 'about', key: 'block-a', value: { heading: 'A', body: 'B', picture } }], null);
  const places = async () => (await call('GET', 'pending-changes')).body.pictures;
  const detail = 'This image has no alt text. Write one, or mark the image as decorative.';
  expect(await places()).toEqual([
    { section: 'about', key: 'block-a', name: 'Text with image: A', pointer: '/picture/alt', detail },
  ]);
  deps.db.update(images).set({ decorative: true }).run();
  expect(await places()).toEqual([]);
});

test('an image of the site that was replaced since the last publish is named beside the pending changes', async () => {
  const { call, content, deps, goLive, save } = await createReviewFixture();
  addImage(deps, 'A loom');
  content.save([{ section: 'about', key: 'block-a', value: { heading: 'A', body: 'B', picture } }], other);
  const revision = save('Second words');
  await call('POST', 'publish', { revision });
  goLive(revision);
  const list = async () => (await call('GET', 'pending-changes')).body.images;
  const replace = (id: string) => {
    deps.clock.advance(1000);
    const at = deps.now().toISOString();
    recordAudit(deps.db, { at, by: other, action: 'image.replaced', subject: `a.png → b.png (${id})` });
    deps.db.insert(revisions).values({ at }).run();
  };
  expect(await list()).toEqual([]);
  replace('0b'.repeat(16)); // No page shows it.
  expect(await list()).toEqual([]);
  replace(publicId);
  expect(await list()).toEqual(['a.png → b.png']);
});

test('pending changes use the labels of the form: names of items and fields, choices and switches', async () => {
  const { call, content, goLive } = await createReviewFixture();
  const media = { type: 'image', src: '/art/hero-build', poster: '', alt: '', ken_burns: true };
  const cta = { label: 'Talk', href: '/careers/' };
  const slide = { label: 'Growth', kicker: 'For India', headline: 'One screen', primaryCTA: cta, secondaryCTA: cta };
  const place = { section: 'hero', key: 'slide-x' };
  const { revision } = content.save([{ ...place, value: { ...slide, media } }], other);
  await call('POST', 'publish', { revision });
  goLive(revision);
  const src = 'https://videos.example.com/office.mp4';
  const video = { ...media, type: 'video', src, poster: '/art/hero-pms', ken_burns: false };
  content.save([{ ...place, value: { ...slide, media: video }, metadata: { hidden: true } }], other);
  const { changes } = (await call('GET', 'pending-changes')).body;
  expect(changes).toMatchObject([{ ...place, name: 'Slide: One screen', operation: 'changed' }]);
  expect(changes[0].fields.map(({ label, before, after }: Record<string, string>) => [label, before, after])).toEqual(
    expect.arrayContaining([
      ['Image or video, Media type', 'Image', 'Video'],
      ['Image or video, Slow zoom', 'Yes', 'No'],
      ['Hidden from the site', 'No', 'Yes'],
    ]),
  );
});

test('a change that is undone is no longer pending', async () => {
  const { call, save, status } = await createReviewFixture();
  save('Second words');
  save('First words');
  expect(status()).toMatchObject({ pendingChanges: 0, workingRevision: 3 });
  expect((await call('GET', 'pending-changes')).body.changes).toEqual([]);
});

test('publishing releases the reviewed changes, and later ones stay pending', async () => {
  const { call, goLive, live, publishing, save, status } = await createReviewFixture();
  const seen = save('Second words');
  save('Third words');
  expect((await call('POST', 'publish', { revision: seen })).status).toBe(200);
  expect(publishing.targetRevision()).toMatchObject({ revision: seen });
  expect(status()).toMatchObject({ state: 'saved', pendingChanges: 1 });
  goLive(seen);
  expect((await live()).items[0].value).toBe('Second words');
  expect(status()).toMatchObject({ state: 'live', pendingChanges: 1 });
});

test('a release names the author of the save, or in review mode the user who published', async () => {
  const { call, content, publishing, status } = await createReviewFixture({ review: false });
  const save = (value: string) => content.save([{ section: 'hero', key: 'title', value }], other).revision;
  save('Second words');
  expect(status().savedBy).toBe('Editor Two');
  await call('PUT', 'review', { review: true });
  const revision = save('Third words');
  await call('POST', 'publish', { revision });
  expect(status().savedBy).toBe('Editor');
  publishing.rollback(release(1), other);
  expect(status()).toMatchObject({ state: 'rolled-back', savedBy: 'Editor Two' });
});

test('turning review mode off publishes all pending changes', async () => {
  const { call, deps, publishing, save, status } = await createReviewFixture();
  const revision = save('Second words');
  await call('PUT', 'schedule', { at: soon(deps.now()), revision });
  await call('PUT', 'review', { review: false });
  expect(publishing.targetRevision().revision).toBe(revision);
  expect(status()).toMatchObject({ review: false, pendingChanges: 0, schedule: null });
});

test('a scheduled publish runs at its time, up to the scheduled revision, also after a restart', async () => {
  const { call, deps, publishing, save, services, status } = await createReviewFixture();
  const revision = save('Second words');
  const at = soon(deps.now());
  await call('PUT', 'schedule', { at, revision });
  save('Third words');
  expect(status().schedule).toEqual({ at, revision, by: 'Editor' });

  const restarted = createServices(deps);
  const scheduler = createScheduler(deps, restarted.publishing, [restarted.review]);
  onTestFinished(() => scheduler.stop());
  scheduler.start();
  expect(publishing.targetRevision().revision).toBe(1);
  deps.clock.advance(11 * 60_000);
  scheduler.start();
  expect(publishing.targetRevision().revision).toBe(revision);
  expect(status()).toMatchObject({ schedule: null, pendingChanges: 1 });
  // Its time comes once.
  const { generation } = publishing.targetRevision();
  services.review.publishDue();
  expect(publishing.targetRevision().generation).toBe(generation);
});

test('a manual publish replaces the schedule that it fulfils', async () => {
  const { call, deps, save, status } = await createReviewFixture();
  const revision = save('Second words');
  await call('PUT', 'schedule', { at: soon(deps.now()), revision });
  await call('POST', 'publish', { revision });
  expect(status().schedule).toBeNull();
  await call('PUT', 'schedule', { at: soon(deps.now()), revision: save('Third words') });
  expect((await call('DELETE', 'schedule')).body.status.schedule).toBeNull();
});

test('a pinned release delays a schedule until publishing is resumed', async () => {
  const { call, deps, publishing, save, services, status } = await createReviewFixture();
  const revision = save('Second words');
  await call('PUT', 'schedule', { at: soon(deps.now()), revision });
  publishing.rollback(release(1), other);
  deps.clock.advance(11 * 60_000);
  services.review.publishDue();
  expect(status()).toMatchObject({ state: 'rolled-back', pinnedRelease: release(1) });
  publishing.resume(other);
  expect(publishing.targetRevision()).toMatchObject({ revision, pinnedRelease: null });
});

test('without a publisher, visitors and builds get the published content, not pending changes', async () => {
  const { deps } = createAccountFixture();
  const { content, publishing, queries, review } = createServices(deps);
  content.save([{ section: 'hero', key: 'title', value: 'First words' }], other);
  review.setReviewMode(true, other);
  content.save([{ section: 'hero', key: 'title', value: 'Second words' }], other);
  expect(queries.itemsAt(queries.liveRevision())[0]?.value).toBe('First words');
  review.publish({ revision: publishing.status().workingRevision }, other);
  expect(queries.itemsAt(queries.liveRevision())[0]?.value).toBe('Second words');
});

type Fixture = Awaited<ReturnType<typeof createReviewFixture>>;
const refusals: [name: string, status: number, prepare: (fixture: Fixture) => [string, string, unknown]][] = [
  ['a publish of what is live already', 409, () => ['POST', 'publish', { revision: 1 }]],
  ['a publish of a change that does not exist', 409, () => ['POST', 'publish', { revision: 99 }]],
  ['a publish without a revision', 422, () => ['POST', 'publish', {}]],
  ['a setting that is neither on nor off', 422, () => ['PUT', 'review', { review: 'yes' }]],
  ['a large setting', 413, () => ['PUT', 'review', { review: true, more: 'x'.repeat(2000) }]],
  ['a time without a zone', 422, ({ save }) => ['PUT', 'schedule', { at: '2030-01-01T10:00', revision: save('x') }]],
  [
    'a time that is over',
    422,
    ({ deps, save }) => ['PUT', 'schedule', { at: soon(deps.now(), -1), revision: save('x') }],
  ],
  ['a time in ten years', 422, ({ save }) => ['PUT', 'schedule', { at: '2036-01-01T10:00:00Z', revision: save('x') }]],
  ['the end of a schedule that is not there', 409, () => ['DELETE', 'schedule', undefined]],
  [
    'a publish while a release is pinned',
    409,
    ({ publishing, save }) => {
      const revision = save('x');
      publishing.rollback(release(1), other);
      return ['POST', 'publish', { revision }];
    },
  ],
];

test.each(refusals)('%s is refused with %i and changes nothing', async (...[, status, prepare]) => {
  const fixture = await createReviewFixture();
  const [method, path, body] = prepare(fixture);
  const before = footprint(fixture.deps);
  const reply = await fixture.call(method, path, body);
  expect([reply.status, reply.body.success]).toEqual([status, false]);
  expect(footprint(fixture.deps)).toEqual(before);
});

test.each([
  ['GET', 'pending-changes'],
  ['PUT', 'review'],
  ['POST', 'publish'],
  ['PUT', 'schedule'],
  ['DELETE', 'schedule'],
])('%s %s needs a session', async (method, path) => {
  const { app, deps } = await createReviewFixture();
  const before = footprint(deps);
  expect((await send(app, `/api/publishing/${path}`, { method })).status).toBe(401);
  expect(footprint(deps)).toEqual(before);
});

test('with review mode off there is nothing to publish', async () => {
  const { call, save } = await createReviewFixture({ review: false });
  expect((await call('POST', 'publish', { revision: save('Second words') })).status).toBe(409);
});

test('a rejected publish is reported once, with its reason and author', async () => {
  const { app, publishing, save, token } = await createReviewFixture({ review: false });
  const faults = [{ detail: 'This link leads nowhere.', section: 'hero', key: 'title' }];
  const revision = save('Second words');
  for (let time = 0; time < 2; time++) publishing.report({ state: 'failed', revision, faults });
  const { body } = await send(app, '/api/releases', { token });
  expect(body.failures).toMatchObject([{ revision, by: 'Editor', faults }]);
});
