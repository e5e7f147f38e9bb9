import type { RestoreChange } from '@threadline/schema/wire/restore';
import { expect, test } from 'vitest';
import { describeEffect } from './version-screen.tsx';

const list = (...operations: RestoreChange['operation'][]) =>
  operations.map((operation, index) => ({ ...change, key: String(index), operation }));
const change = { section: 'hero', key: 'title', name: 'Hero: Headline', fields: [], isSetting: false, problem: null };

test.each([
  [list('changed'), 'Restore 1 item'],
  [list('changed', 'restored', 'removed'), 'Restore 2 items, remove 1'],
  [list('removed', 'removed'), 'Remove 2 items'],
])('the button says what happens to the selected items (%#)', (changes, label) => {
  expect(describeEffect(changes, 'Restore', 'remove')).toBe(label);
});
