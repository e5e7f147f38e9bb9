import type { AuditItem } from '@threadline/schema/wire/audit';
import type { Release } from '@threadline/schema/wire/publishing';
import { expect, test } from 'vitest';
import { badge, badgeValue, createNamedFixture, createReleases, editor } from '../../../test/releases-fixture.ts';
import { createRestore } from '../../content/restore.ts';
import { recordAudit } from '../../platform/audit-log/audit-log.ts';
import { images, revisions } from '../../platform/db/schema/core.ts';

type ChangedField = Release['changes'][number]['fields'][number];

test('an image is described by its file name, a drawing by its name, never by a URL', async () => {
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
  expect(release.changes[0].fields).toMatchObject([
    { before: 'Illustration: Eleven threads to one hub', after: 'Image: desk.png' },
  ]);
});

test('an entry keeps the name it had at the time of the change', async () => {
  const { call, content, report } = await createNamedFixture();
  const { version } =
    content.save([{ ...badge, value: { ...badgeValue, label: 'Late words' } }], editor).items[0] ?? {};
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
  const { revision } = content.save([{ ...badge, value: { ...badgeValue, label: 'Bad words' } }], editor);
  const faults = [{ section: badge.section, key: badge.key, pointer: '/label', detail: 'Too long.' }];
  services.publishing.report({ state: 'failed', revision, faults });
  const [failure] = (await call('/api/releases')).body.failures;
  expect(failure.faults).toEqual([{ ...faults[0], name: 'Badge: Bad words' }]);
});

test('a release lists additions, changes, moves, removals and restored entries like the audit log and pending changes', async () => {
  const { call, content, report } = await createNamedFixture();
  const other = { section: 'hero', key: 'badge-y' };
  content.save([{ ...other, value: badgeValue }], editor);
  report(4);
  content.reorder({ section: 'hero', list: 'badges', keys: ['badge-y', 'badge-x'] }, editor);
  report(5);
  const { version = 0 } =
    content.save([{ ...badge, value: { ...badgeValue, label: 'Late words' } }], editor).items[0] ?? {};
  report(6);
  content.remove({ ...badge, version }, editor);
  report(7);
  content.save([{ ...badge, value: badgeValue }], editor);
  report(8);
  const told = (await call('/api/releases')).body.releases.slice(0, 5);
  expect(told.map(({ changes }: Release) => changes.map(({ key, operation }) => `${key} ${operation}`).sort())).toEqual(
    [['badge-x restored'], ['badge-x removed'], ['badge-x changed'], ['badge-y moved'], ['badge-y added']],
  );
  const [entry] = (await call('/api/audit?area=content')).body.entries;
  expect(entry.action).toBe('content.restored');
});

test('a release names the entry that an editor has moved, and not those that made room for it', async () => {
  const { call, content, report } = await createNamedFixture();
  for (const key of ['badge-y', 'badge-z']) content.save([{ section: 'hero', key, value: badgeValue }], editor);
  report(5);
  content.reorder({ section: 'hero', list: 'badges', keys: ['badge-y', 'badge-z', 'badge-x'] }, editor);
  report(6);
  const [release] = (await call('/api/releases')).body.releases;
  expect(release).toMatchObject({ changeCount: 1, changes: [{ key: 'badge-x', operation: 'moved' }] });
  const { changes, workingRevision } = (await call('/api/releases/restore/5')).body;
  expect([changes.length, changes[0]?.key, workingRevision]).toEqual([1, 'badge-x', 6]);
});

test('an added entry is the only change of its release, although others have made room for it', async () => {
  const { call, content, report } = await createNamedFixture();
  content.save([{ section: 'hero', key: 'badge-y', value: badgeValue }], editor);
  report(4);
  report(content.save([{ section: 'hero', key: 'badge-z', value: badgeValue, after: 'badge-x' }], editor).revision);
  const [release] = (await call('/api/releases')).body.releases;
  expect(release).toMatchObject({ changeCount: 1, changes: [{ key: 'badge-z', operation: 'added' }] });
});

test('each changed item of a release has its own fields', async () => {
  const { call, content, report } = await createNamedFixture();
  const other = { section: 'hero', key: 'badge-y' };
  report(content.save([{ ...other, value: badgeValue }], editor).revision);
  content.save([{ ...badge, value: { ...badgeValue, label: 'Late words' } }], editor);
  report(content.save([{ ...other, value: badgeValue, metadata: { hidden: true } }], editor).revision);
  const [release]: Release[] = (await call('/api/releases')).body.releases;
  const told = release?.changes.map(({ key, fields, fieldCount }) => [
    key,
    fields.map((field) => field.pointer),
    fieldCount,
  ]);
  expect(told).toEqual([
    ['badge-y', ['/metadata/hidden'], 1],
    ['badge-x', ['/label'], 1],
  ]);
});

test('a release with restored items names the revision that they come from', async () => {
  const { call, content, deps, report } = await createNamedFixture();
  report(content.save([{ ...badge, value: { ...badgeValue, label: 'Late words' } }], editor).revision);
  const { apply } = createRestore(deps, content);
  report(apply({ revision: 3, workingRevision: 4, items: [badge] }, editor).revision);
  const [restored, changed] = (await call('/api/releases')).body.releases;
  expect([restored.restoredFrom, changed.restoredFrom]).toEqual([3, null]);
  expect([restored.origin, changed.origin]).toEqual(['restore', null]);
  report(apply({ revision: 4, workingRevision: 5, items: [badge], origin: 'undo' }, editor).revision);
  expect((await call('/api/releases')).body.releases[0].origin).toBe('undo');
});

test('a release without changed items names the images that were changed', async () => {
  const { call, deps, report } = await createNamedFixture();
  const at = deps.now().toISOString();
  recordAudit(deps.db, { at, by: editor, action: 'image.edited', subject: `house.webp (${'0b'.repeat(16)})` });
  deps.clock.advance(1000);
  deps.db.insert(revisions).values({ at }).run();
  report(4);
  const [release] = (await call('/api/releases')).body.releases;
  expect(release).toMatchObject({ changeCount: 0, images: ['house.webp'], changedBy: ['Editor'] });
});

test('a release with changed items names the images that were replaced, but not those that were only described', async () => {
  const { call, content, deps, report } = await createNamedFixture();
  deps.clock.advance(1000);
  const at = deps.now().toISOString();
  recordAudit(deps.db, { at, by: editor, action: 'image.updated', subject: `looms.webp (${'0c'.repeat(16)})` });
  recordAudit(deps.db, { at, by: editor, action: 'image.replaced', subject: `house.webp (${'0b'.repeat(16)})` });
  report(content.save([{ ...badge, value: { ...badgeValue, label: 'Late words' } }], editor).revision);
  const [release] = (await call('/api/releases')).body.releases;
  expect(release).toMatchObject({ changeCount: 1, images: ['house.webp'] });
});

test('a release after a restore names no image edits that the restore has undone', async () => {
  const { call, deps, report } = await createNamedFixture();
  const edit = (name: string) => {
    deps.clock.advance(1000);
    const subject = `${name} (${'0b'.repeat(16)})`;
    recordAudit(deps.db, { at: deps.now().toISOString(), by: editor, action: 'image.edited', subject });
  };
  edit('before-the-backup.webp');
  const backupAt = deps.now().toISOString();
  edit('undone.webp');
  const at = deps.now().toISOString();
  recordAudit(deps.db, { at, by: null, action: 'backup.restored', subject: backupAt });
  edit('after-the-restore.webp');
  deps.db.insert(revisions).values({ at: deps.now().toISOString() }).run();
  report(4);
  const [release] = (await call('/api/releases')).body.releases;
  expect(release.images).toEqual(['after-the-restore.webp', 'before-the-backup.webp']);
});

test('a restored backup is listed however many images were edited since', async () => {
  const { call, deps } = await createNamedFixture();
  const at = deps.now().toISOString();
  recordAudit(deps.db, { at, by: null, action: 'backup.restored', subject: at });
  deps.db.transaction((tx) => {
    for (let edit = 0; edit < 1000; edit++) recordAudit(tx, { at, by: editor, action: 'image.edited', subject: 'a' });
  });
  expect((await call('/api/releases')).body.restores).toHaveLength(1);
});

test('restored backups are listed since the oldest release', async () => {
  const { call, deps } = await createNamedFixture();
  const at = deps.now().toISOString();
  recordAudit(deps.db, { at, by: null, action: 'backup.restored', subject: '2026-11-20T10:00:00.000Z' });
  const { body } = await call('/api/releases');
  expect(body.restores).toEqual([{ at, by: null, backupAt: '2026-11-20T10:00:00.000Z' }]);
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
  expect(body.releases.map(({ changes }: Release) => changes[0]?.fields ?? [])).toMatchObject([
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
  const told = async (value: object, revision: number): Promise<Release['changes'][number]> => {
    content.save([{ section: 'hero', key: 'slide-x', value }], editor);
    report(revision);
    return (await call('/api/releases')).body.releases[0].changes[0];
  };
  expect(await told(slide, 4)).toMatchObject({ fields: [], fieldCount: 0 });
  const other = { ...scorecard, title: 'Plant head, Nashik', about: 'Seat 5 of 10' };
  const two = await told({ ...slide, media: { ...media, scorecard: other } }, 5);
  expect(two).toMatchObject({
    fieldCount: 2,
    fields: [
      {
        label: 'Image or video, Scorecard in the illustration, Title',
        before: 'Plant head, Pune',
        after: 'Plant head, Nashik',
      },
      {
        label: 'Image or video, Scorecard in the illustration, Line below it',
        before: 'Seat 4 of 10',
        after: 'Seat 5 of 10',
      },
    ],
  });
  const board = { type: 'image', src: '/art/hero-pms', ken_burns: false };
  const all = await told({ ...slide, label: 'Ten seats', kicker: 'Ten seats', media: board }, 6);
  expect([all.fields.map(({ label }) => label), all.fieldCount]).toEqual([
    ['Short name', 'Line above the headline', 'Image or video'],
    6,
  ]);
});

test('of a long text, only the changed sentence is listed', async () => {
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
  const [release] = (await call('/api/releases')).body.releases;
  expect(release.changes[0].fields).toMatchObject([{ before: '… Twelve people.', after: '… Thirteen people.' }]);
});

test('the changes of a table are listed by its rows and columns, wherever the rows are', async () => {
  const { call, services } = await createReleases();
  const week = { stage: 1, status: 'late', delayCostLakh: 6, reason: 'Customs', daysLate: 9 };
  const state = { ...week, milestonesDue: 0, milestonesMet: 0, decisions: 0, decisionDays: 0 };
  const [pune, dealer] = ['Pune', 'Dealer app'].map((name) => ({
    name,
    unit: 'Plant',
    owner: 'Plant head',
    due: '2026-11-28',
    ...state,
  }));
  const tables = { projects: [pune, dealer], earlierWeeks: [], roles: [], tasks: [], cash: [] };
  const save = (value: object, revision: number) => {
    services.content.save([{ section: 'services', key: 'dashboard-data', value }], editor);
    const releaseId = `00000${revision}-0123abcd`;
    services.publishing.report({ state: 'activated', revision, releaseId, files: 3, bytes: 99, steps: {} });
  };
  const data = { thisWeek: '2026-11-16', floorLakh: 75, ...tables };
  save(data, 3);
  const cash = [{ startsOn: '23 Nov 2026', balanceLakh: 110 }];
  save({ ...data, projects: [{ ...dealer, status: 'track' }], cash }, 4);
  const [release] = (await call('/api/releases')).body.releases;
  const texts = release.changes[0].fields.map(({ label, before, after }: ChangedField) => [label, before, after]);
  expect(texts).toEqual([
    ['Projects this week: Dealer app, Status', 'Late', 'On track'],
    [
      'Projects this week, removed project',
      'Pune · Plant · Plant head · 28 Nov 2026 · 1 · Late · 6 · Customs · 9 · 0 · 0 · 0 · 0',
      '',
    ],
    ['Cash forecast, new week', '', '23 Nov 2026 · 110'],
  ]);
});
