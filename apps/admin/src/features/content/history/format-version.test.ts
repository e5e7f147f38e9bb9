import type { ItemVersion } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { fromParts } from '@threadline/schema/rich-text/from-parts';
import { expect, test } from 'vitest';
import { describeVersion } from './format-version.ts';

function definition() {
  const found = findDefinition('footer', 'link-press');
  if (!found) throw new Error('The links of the footer are gone.');
  return found;
}

let id = 0;
function version(change: Partial<ItemVersion>): ItemVersion {
  id += 1;
  const at = '2026-11-18T11:15:00.000Z';
  const rest = {
    version: id,
    revision: id,
    metadata: {},
    position: 0,
    at,
    by: 'Editor One',
    leftOut: null,
    origin: null,
  };
  return { id, ...rest, operation: 'update', value: { label: 'Press', href: '/careers/' }, ...change };
}

const first = version({ operation: 'create' });
const describe = (newest: ItemVersion, ...older: ItemVersion[]) => describeVersion(definition(), newest, older);

test('a version names the fields that it changed', () => {
  const changed = version({ value: { label: 'News', href: '/insights/' }, metadata: { hidden: true } });
  expect(describe(changed, first)).toBe('Text; Leads to; Visibility');
});

test('a version in which only the visibility changed says what it is now', () => {
  const hidden = version({ metadata: { hidden: true } });
  expect(describe(hidden, first)).toBe('Hidden');
  expect(describe(version({}), hidden, first)).toBe('Shown again');
  expect(describe(version({ origin: 'undo' }), hidden, first)).toBe('Undid the change: shown again');
});

test('a version of a formatted text names its first changed paragraph, or how many have changed', () => {
  const page = findDefinition('site', 'page-terms');
  if (!page) throw new Error('The pages are gone.');
  const toPage = (...texts: string[]) => {
    const body = fromParts(texts.map((text) => ({ heading: 'Part', anchor: 'part', text })));
    return version({ value: { title: 'Terms', description: 'All terms.', body } });
  };
  const old = toPage('One', 'Two');
  const describePage = (newest: ItemVersion) => describeVersion(page, newest, [old]);
  const long = 'This sentence is so long that the list of versions shows only its beginning.';
  expect(describePage(toPage('One', long))).toBe('Text: “This sentence is so long that the list of versions…”');
  expect(describePage(toPage('New', 'Newer'))).toBe('Text: 2 paragraphs changed');
  expect(describePage(toPage('One'))).toBe('Text: “Two” removed');
});

test('first, moved, removed and restored versions are named as such', () => {
  expect(describe(version({ operation: 'create', by: null }))).toBe('First version, from the example content');
  expect(describe(first)).toBe('First version');
  expect(describe(version({ operation: 'order' }), first)).toBe('Moved in its list');
  const removed = version({ operation: 'delete' });
  expect(describe(removed, first)).toBe('Removed');
  expect(describe(version({ operation: 'create' }), removed, first)).toBe('Restored');
});

test('the two versions of a change that a publish has left out say so', () => {
  const changed = version({ value: { label: 'News', href: '/careers/' } });
  const without = version({ leftOut: 'without' });
  expect(describe(without, changed, first)).toBe('Not included when other changes were published');
  const again = version({ value: changed.value, leftOut: 'again' });
  expect(describe(again, without, changed, first)).toBe('Pending again after other changes were published');
});

test('a version names what its editor has done: Undo, Redo or a restore, not what its text looks like', () => {
  const changed = version({ value: { label: 'News', href: '/careers/' } });
  expect(describe(version({ origin: 'restore' }), changed, first)).toMatch(
    /^Restored the version of 18 Nov 2026, \d\d:\d\d IST$/,
  );
  expect(describe(version({ origin: 'undo' }), changed, first)).toBe('Undid the change: Text');
  expect(describe(version({ origin: 'redo' }), changed, first)).toBe('Redid the change: Text');
  expect(describe(version({}), changed, first)).toBe('Text');
  const removed = version({ operation: 'delete' });
  expect(describe(version({ operation: 'create', origin: 'undo' }), removed, first)).toBe('Undid the removal');
  expect(describe(version({ operation: 'order', origin: 'redo' }), first)).toBe('Redid the move');
});
