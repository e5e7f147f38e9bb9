import { expect, test } from 'vitest';
import { wrongCounts } from './wrong-counts.ts';

function item(key: string, value: unknown, hidden = false) {
  const at = { version: 1, position: 0, updatedAt: '2026-11-21T10:00:00.000Z', updatedBy: null };
  return { section: 'services', key, value, type: 'text', metadata: hidden ? { hidden } : {}, ...at } as const;
}

function wordsFor(heading: string, shown: number, hidden = 0) {
  const numbers = Array.from({ length: shown + hidden }, (_, number) => number);
  const cards = numbers.map((number) => item(`service-${number}`, {}, number >= shown));
  const items = [item('heading', heading), ...cards];
  const found = wrongCounts('services', { services: Object.fromEntries(items.map((each) => [each.key, each])) });
  return found.map(({ list, key, words }) => [list, key, words]);
}

test('a heading that names another number than visitors see is named', () => {
  expect(wordsFor('Nine services, one plan', 9, 1)).toEqual([]);
  expect(wordsFor('Nine services, one plan', 10)).toEqual([
    ['cards', 'heading', 'The site says “Nine services, one plan”, and shows 10 under Services.'],
  ]);
  expect(wordsFor('All 12 services', 11)).toHaveLength(1);
  expect(wordsFor('Services for one plan', 10)).toEqual([]);
});
