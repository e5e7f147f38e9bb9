import type { Return } from '@threadline/schema/content/content-item';
import type { AuditItem } from '@threadline/schema/wire/audit';
import type { Release } from '@threadline/schema/wire/publishing';
import { expect, test } from 'vitest';
import { badge, badgeValue, createNamedFixture, editor } from '../../../test/releases-fixture.ts';

test('a release and the log name Undo, Redo and restores as the editor has sent them, whatever the texts were', async () => {
  const { call, content, report } = await createNamedFixture();
  const save = (label: string, returned?: Return) =>
    report(content.save([{ ...badge, value: { ...badgeValue, label } }], editor, { returned }).revision);
  save('One');
  save('Two');
  save('One', 'restored');
  save('Two', 'undone');
  save('One', 'redone');
  save('Two');
  const { releases } = (await call('/api/releases')).body;
  const returned = releases.slice(0, 6).map((release: Release) => release.returned);
  expect(returned.reverse()).toEqual([null, null, 'restored', 'undone', 'redone', null]);
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
  const move = (keys: string[], moved: string, returned?: Return) =>
    report(content.reorder({ section: 'hero', list: 'badges', keys, moved, returned }, editor).revision);
  move(['badge-y', 'badge-x'], 'badge-x');
  move(['badge-x', 'badge-y'], 'badge-x', 'undone');
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
