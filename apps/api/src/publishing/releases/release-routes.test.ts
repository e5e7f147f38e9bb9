import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditItem } from '@threadline/schema/wire/audit';
import type { Release } from '@threadline/schema/wire/publishing';
import { expect, test } from 'vitest';
import { createAccountFixture } from '../../../test/account-fixture.ts';
import { footprint, send } from '../../../test/test-app.ts';
import { createApp, createServices } from '../../app.ts';
import { images } from '../../platform/db/schema/core.ts';

const kept = '000001-0123abcd';
const pruned = '000002-0123abcd';

async function createReleases() {
  const { deps, addUser, signIn } = createAccountFixture();
  const services = createServices(deps);
  const app = createApp(deps, services);
  const grant = await signIn(await addUser('Editor'));
  for (const [revision, releaseId] of [
    [1, kept],
    [2, pruned],
  ] as const) {
    services.content.save([{ section: 'hero', key: 'title', value: `Title ${revision}` }], { id: 'u', name: 'Editor' });
    services.publishing.report({ state: 'activated', revision, releaseId, files: 3, bytes: 99, steps: { render: 4 } });
  }
  const folder = join(deps.config.dataDir, 'releases', kept);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), '{}');
  const call = (path: string, method = 'GET') => send(app, path, { method, token: grant.token });
  return { app, call, deps, grant, services };
}

const editor = { id: 'u', name: 'Editor' };
const badge = { section: 'hero', key: 'badge-x' };
const words = { label: 'Early words', proof: 'Proof', href: '/careers/' };

/** A badge that is live. */
async function createNamedFixture() {
  const { call, deps, services } = await createReleases();
  const { content, publishing } = services;
  const report = (revision: number) => {
    const releaseId = `00000${revision}-0123abcd`;
    publishing.report({ state: 'activated', revision, releaseId, files: 3, bytes: 99, steps: {} });
    deps.clock.advance(1000);
  };
  content.save([{ ...badge, value: words }], editor);
  report(3);
  return { call, content, report, services };
}

test('releases are listed newest first, with their authors, changes and whether a rollback is possible', async () => {
  const { call } = await createReleases();
  const { body } = await call('/api/releases');
  expect(body.releases).toMatchObject([
    {
      id: pruned,
      live: true,
      available: false,
      changedBy: ['Editor'],
      changes: [{ section: 'hero', key: 'title', name: 'Hero: Title' }],
    },
    { id: kept, live: false, available: true },
  ]);
});

test('an image is described by alt text and file name, a drawing by its name, never by a URL', async () => {
  const { call, deps, services } = await createReleases();
  const publicId = '0b'.repeat(16);
  const src = `/media/${publicId}-480.webp`;
  const numbers = { width: 9, height: 9, bytes: 9, focusX: 50, focusY: 50 };
  const words = { id: 'i1', publicId, url: src, originalName: 'desk.png', tags: [], alt: 'Two people at a desk' };
  deps.db
    .insert(images)
    .values({ ...words, ...numbers, variants: [], uploadedAt: deps.now().toISOString() })
    .run();
  const block = { heading: 'Evidence', body: 'Words' };
  const save = (picture: string, revision: number) => {
    const value = { ...block, picture: { src: picture, alt: 'Described' } };
    services.content.save([{ section: 'about', key: 'block-one', value }], { id: 'u', name: 'Editor' });
    const releaseId = `00000${revision}-0123abcd`;
    services.publishing.report({ state: 'activated', revision, releaseId, files: 3, bytes: 99, steps: {} });
  };
  save('/art/about-hub', 3);
  save(src, 4);
  const [release] = (await call('/api/releases')).body.releases;
  expect(release.fields).toMatchObject([
    { before: 'Drawing: Eleven threads to one hub', after: 'Picture: Two people at a desk (desk.png)' },
  ]);
});

test('an entry keeps the name it had at the time of the change', async () => {
  const { call, content, report } = await createNamedFixture();
  const { version } = content.save([{ ...badge, value: { ...words, label: 'Late words' } }], editor).items[0] ?? {};
  report(4);
  content.remove({ ...badge, version: version ?? 0 }, editor);
  report(5);
  const named = (await call('/api/releases')).body.releases.slice(0, 3);
  expect(named.map(({ changes }: Release) => changes.map(({ name }) => name))).toEqual([
    ['Badge: Late words'],
    ['Badge: Late words'],
    ['Badge: Early words'],
  ]);
  const { entries } = (await call('/api/audit?area=content')).body;
  expect(entries.slice(0, 3).map(({ action, name }: AuditItem) => [action, name])).toEqual([
    ['content.deleted', 'Badge: Late words'],
    ['content.updated', 'Badge: Late words'],
    ['content.created', 'Badge: Early words'],
  ]);
});

test('a failed publish names its item, and the list keeps the name', async () => {
  const { call, content, services } = await createNamedFixture();
  const { revision } = content.save([{ ...badge, value: { ...words, label: 'Bad words' } }], editor);
  const faults = [{ section: badge.section, key: badge.key, pointer: '/label', detail: 'Too long.' }];
  services.publishing.report({ state: 'failed', revision, faults });
  const [failure] = (await call('/api/releases')).body.failures;
  expect(failure.faults).toEqual([{ ...faults[0], name: 'Badge: Bad words' }]);
});

test('while a release is pinned, the items that differ from it are listed as pending changes', async () => {
  const { call, deps, services } = await createReleases();
  expect(services.publishing.status().pendingChanges).toBe(0);
  await call(`/api/releases/${kept}/rollback`, 'POST');
  deps.clock.advance(1000);
  services.content.save([{ section: 'hero', key: 'subtitle', value: 'A line' }], { id: 'u', name: 'Editor' });
  expect(services.publishing.status()).toMatchObject({ state: 'rolled-back', pendingChanges: 2 });
  const { body } = await call('/api/publishing/pending-changes');
  expect(body.changes).toMatchObject([
    { section: 'hero', key: 'subtitle', operation: 'added' },
    { section: 'hero', key: 'title', fields: [{ before: 'Title 1', after: 'Title 2' }] },
  ]);
  await call('/api/releases/resume', 'POST');
  expect(services.publishing.status().pendingChanges).toBe(0);
});

test('a release lists additions, changes, moves, removals and restored entries like the audit log and pending changes', async () => {
  const { call, content, report } = await createNamedFixture();
  const other = { section: 'hero', key: 'badge-y' };
  content.save([{ ...other, value: words }], editor);
  report(4);
  content.reorder({ section: 'hero', list: 'badges', keys: ['badge-y', 'badge-x'] }, editor);
  report(5);
  const { version = 0 } = content.save([{ ...badge, value: { ...words, label: 'Late words' } }], editor).items[0] ?? {};
  report(6);
  content.remove({ ...badge, version }, editor);
  report(7);
  content.save([{ ...badge, value: words }], editor);
  report(8);
  const told = (await call('/api/releases')).body.releases.slice(0, 5);
  expect(told.map(({ changes }: Release) => changes.map(({ key, operation }) => `${key} ${operation}`).sort())).toEqual(
    [
      ['badge-x restored'],
      ['badge-x removed'],
      ['badge-x changed'],
      ['badge-x moved', 'badge-y moved'],
      ['badge-y added'],
    ],
  );
  const [entry] = (await call('/api/audit?area=content')).body.entries;
  expect(entry.action).toBe('content.restored');
});

test('every author is named and every change is counted', async () => {
  const { call, services } = await createReleases();
  const lines = Array.from({ length: 24 }, (_, line) => ({ section: 'hero', key: `ticker-${line}`, value: 'Line' }));
  services.content.save(lines, { id: 'a', name: 'Editor One' });
  services.content.save([{ section: 'hero', key: 'title', value: 'Title 3' }], { id: 'b', name: 'Editor Two' });
  // Also who was not the last at any of them.
  services.content.save([{ section: 'hero', key: 'title', value: 'Title 4' }], { id: 'a', name: 'Editor One' });
  const releaseId = '000005-0123abcd';
  services.publishing.report({ state: 'activated', revision: 5, releaseId, files: 3, bytes: 99, steps: {} });
  const [release] = (await call('/api/releases')).body.releases;
  expect(release).toMatchObject({ changedBy: ['Editor One', 'Editor Two'], changeCount: 25 });
  expect(release.changes).toHaveLength(20);
});

test('releases that changed the same field show the changed text', async () => {
  const { call } = await createReleases();
  const { body } = await call('/api/releases');
  expect(body.releases.map(({ fields }: Release) => fields)).toMatchObject([
    [{ pointer: '', before: 'Title 1', after: 'Title 2' }],
    [],
  ]);
});

test('a save names up to three changed fields of an item and counts the rest', async () => {
  const { call, content, report } = await createNamedFixture();
  const scorecard = { title: 'Plant head, Pune', about: 'Seat 4 of 10', criteria: [] };
  const media = { type: 'image', src: '/art/hero-hiring', scorecard };
  const slide = {
    label: 'Hiring',
    kicker: 'Hiring',
    primaryCTA: { label: 'How', href: '/careers/' },
    secondaryCTA: { label: 'More', href: '/insights/' },
    media,
  };
  const told = async (value: object, revision: number): Promise<Release> => {
    content.save([{ section: 'hero', key: 'slide-x', value }], editor);
    report(revision);
    return (await call('/api/releases')).body.releases[0];
  };
  expect(await told(slide, 4)).toMatchObject({ fields: [], fieldCount: 0 });
  const other = { ...scorecard, title: 'Plant head, Nashik', about: 'Seat 5 of 10' };
  const two = await told({ ...slide, media: { ...media, scorecard: other } }, 5);
  expect(two).toMatchObject({
    fieldCount: 2,
    fields: [
      {
        label: 'Picture or video, Scorecard in the drawing, Title',
        before: 'Plant head, Pune',
        after: 'Plant head, Nashik',
      },
      {
        label: 'Picture or video, Scorecard in the drawing, Line below it',
        before: 'Seat 4 of 10',
        after: 'Seat 5 of 10',
      },
    ],
  });
  const board = { type: 'image', src: '/art/hero-pms', ken_burns: false };
  const all = await told({ ...slide, label: 'Ten seats', kicker: 'Ten seats', media: board }, 6);
  expect([all.fields.map(({ label }) => label), all.fieldCount]).toEqual([
    ['Short name', 'Small line above the headline', 'Picture or video'],
    6,
  ]);
});

test('a long text is shortened to the passage around the change', async () => {
  const { call, services } = await createReleases();
  const text = 'All of this stays as it was before. '.repeat(4);
  for (const [revision, words] of [
    [3, 'Twelve people.'],
    [4, 'Thirteen people.'],
  ] as const) {
    services.content.save([{ section: 'hero', key: 'subtitle', value: text + words }], { id: 'u', name: 'Editor' });
    const releaseId = `00000${revision}-0123abcd`;
    services.publishing.report({ state: 'activated', revision, releaseId, files: 3, bytes: 99, steps: {} });
  }
  const [{ fields }] = (await call('/api/releases')).body.releases;
  expect(fields).toMatchObject([
    { before: '… as it was before. Twelve people.', after: '… as it was before. Thirteen people.' },
  ]);
});

test('only a failed release can be retried', async () => {
  const { call, deps, services } = await createReleases();
  const { generation } = services.publishing.target();
  services.publishing.report({ state: 'failed', revision: 2, faults: [{ detail: 'The disk is full.' }] });
  expect((await call('/api/publishing/retry', 'POST')).body.status).toMatchObject({ state: 'saved', faults: [] });
  expect(services.publishing.target().generation).toBe(generation + 1);
  expect((await call('/api/audit?area=changes')).body.entries).toMatchObject([
    { by: 'Editor', action: 'changes.retried', subject: '2' },
  ]);
  const before = footprint(deps);
  const again = await call('/api/publishing/retry', 'POST');
  expect([again.status, again.body.detail]).toEqual([409, 'There is nothing to retry: publishing has not failed.']);
  expect(footprint(deps)).toEqual(before);
});

test('an unverified release can be retried', async () => {
  const { call, services } = await createReleases();
  services.publishing.report({ state: 'unverified', revision: 2, releaseId: pruned, detail: 'It answers 502.' });
  expect((await call('/api/publishing/retry', 'POST')).body.status).toMatchObject({ state: 'saved', faults: [] });
});

test('one call rolls back to a release, and another resumes publishing', async () => {
  const { call } = await createReleases();
  expect((await call(`/api/releases/${kept}/rollback`, 'POST')).body.status).toMatchObject({
    state: 'rolled-back',
    pinnedRelease: kept,
  });
  expect((await call('/api/releases/resume', 'POST')).body.status).toMatchObject({
    state: 'saved',
    pinnedRelease: null,
  });
});

test.each([
  ['/api/releases/000009-00000000/rollback', 404],
  ['/api/releases/..%2f..%2fkeys/rollback', 404],
  [`/api/releases/${pruned}/rollback`, 409],
  ['/api/releases/resume', 409],
])('POST %s is refused with %i and changes nothing', async (path, status) => {
  const { call, deps } = await createReleases();
  const before = footprint(deps);
  expect((await call(path, 'POST')).status).toBe(status);
  expect(footprint(deps)).toEqual(before);
});

test('an event stream ends with the session that opened it', async () => {
  const { app, call, grant, services } = await createReleases();
  const response = await app.request('/api/publishing/events', { headers: { authorization: `Bearer ${grant.token}` } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('event: status');
  await services.sessions.end({ accessToken: grant.token, refreshToken: grant.refreshToken });
  expect((await call('/api/publishing/status')).status).toBe(401);
  services.publishing.announce();
  const rest: string[] = [];
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) rest.push(part.value);
  expect(rest.join('')).not.toContain('event: status');
});
