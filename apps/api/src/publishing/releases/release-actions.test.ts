import type { ChangeOrigin } from '@threadline/schema/content/content-item';
import type { AuditItem } from '@threadline/schema/wire/audit';
import type { Release } from '@threadline/schema/wire/publishing';
import { expect, test } from 'vitest';
import { badge, badgeValue, createNamedFixture, editor } from '../../../test/releases-fixture.ts';

test('a release and the log name Undo, Redo and restores as the editor has sent them, whatever the texts were', async () => {
  const { call, content, report } = await createNamedFixture();
  const save = (label: string, origin?: ChangeOrigin) =>
    report(content.save([{ ...badge, value: { ...badgeValue, label } }], editor, { origin }).revision);
  save('One');
  save('Two');
  save('One', 'restore');
  save('Two', 'undo');
  save('One', 'redo');
  save('Two');
  const { releases } = (await call('/api/releases')).body;
  const origins = releases.slice(0, 6).map((release: Release) => release.origin);
  expect(origins.reverse()).toEqual([null, null, 'restore', 'undo', 'redo', null]);
  const { entries } = (await call('/api/audit?area=content')).body;
  expect(entries.slice(1, 4).map(({ action, change }: AuditItem) => [action, change?.fieldCount])).toEqual([
    ['content.change-redone', 1],
    ['content.change-undone', 1],
    ['content.text-restored', 1],
  ]);
});

test('of two swapped neighbours, releases and the log name the one that was moved', async () => {
  const { call, content, report } = await createNamedFixture();
  content.save([{ section: 'hero', key: 'badge-y', value: badgeValue }], editor);
  report(4);
  const move = (keys: string[], moved: string, origin?: ChangeOrigin) =>
    report(content.reorder({ section: 'hero', list: 'badges', keys, moved, origin }, editor).revision);
  move(['badge-y', 'badge-x'], 'badge-x');
  move(['badge-x', 'badge-y'], 'badge-x', 'undo');
  move(['badge-y', 'badge-x'], 'badge-y');
  const { releases } = (await call('/api/releases')).body;
  expect(releases.slice(0, 3).map(({ changes }: Release) => changes.map(({ key }) => key))).toEqual([
    ['badge-y'],
    ['badge-x'],
    ['badge-x'],
  ]);
  const { entries } = (await call('/api/audit?area=content')).body;
  expect(entries.slice(0, 3).map(({ action, subject }: AuditItem) => `${action} ${subject}`)).toEqual([
    'content.moved hero.badge-y',
    'content.move-undone hero.badge-x',
    'content.moved hero.badge-x',
  ]);
});
