import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Themed } from '../test-render.tsx';
import { WordDiff } from './word-diff.tsx';

function parts(before: string, after: string) {
  const { container } = render(<WordDiff before={before} after={after} />, { wrapper: Themed });
  const texts = (selector: string) => [...container.querySelectorAll(selector)].map(({ textContent }) => textContent);
  return { removed: texts('del'), added: texts('ins'), all: container.textContent };
}

test('changed words are marked and named for screen readers; the rest is unchanged', () => {
  const { removed, added, all } = parts('We start work on Monday.', 'We start early on Monday.');
  expect([removed, added]).toEqual([['removed: work'], ['added: early']]);
  expect(all).toContain('We start');
});

test('neighbouring changed words are one change', () => {
  const { removed, added } = parts('the growth plan assumes more', 'the next three years assume more');
  expect(removed).toEqual(['removed: growth plan assumes']);
  expect(added).toEqual(['added: next three years assume']);
});

test('texts with hardly a word in common are shown in two lines, not word by word', () => {
  const [before, after] = [
    'Build the company your growth plan assumes you already have.',
    'We find your next leaders.',
  ];
  expect(parts(before, after)).toEqual({
    removed: [`removed: ${before}`],
    added: [`added: ${after}`],
    all: `removed: ${before}\nadded: ${after}`,
  });
  // A text that only becomes longer or shorter stays one text.
  const longer = 'We start early on Monday, and send the plan to every partner of the firm on Friday.';
  expect(parts('We start on Monday.', longer).all).not.toContain('\n');
  expect(parts(longer, 'We start on Monday.').all).not.toContain('\n');
});

test('an empty side is labelled', () => {
  expect(parts('', 'New')).toMatchObject({ removed: [], added: ['added: New'] });
  expect(parts('Old', '')).toMatchObject({ removed: ['removed: Old'], added: [] });
  expect(parts('', '').all).toBe('empty');
});

test.each([
  ['6.8', '9.9'],
  ['2026-11-27', '2026-12-04'],
  ['₹ 1,20,000', '₹ 1,30,000'],
  ['No', 'Yes'],
  ['Illustration: Stair that grows to the right', 'Image: A house on the hill (kolam-house.webp)'],
])('%s and %s are compared as a whole', (before, after) => {
  expect(parts(before, after)).toMatchObject({ removed: [`removed: ${before}`], added: [`added: ${after}`] });
});

test('spaces are never marked', () => {
  expect(parts('We start  work.', 'We start work.')).toEqual({
    ...{ removed: [], added: [], all: 'We start work. (only spaces changed)' },
  });
  expect(parts('We start\n\nwork.', 'We start\nwork.').all).toMatch(/ \(only line breaks changed\)$/);
  expect(parts('We start work early.', 'We start work.').removed).toEqual(['removed: early']);
  expect(parts('One two three', 'One three')).toMatchObject({
    removed: ['removed: two'],
    all: 'One removed: two three',
  });
});
