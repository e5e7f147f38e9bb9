import { beforeEach, expect, test } from 'vitest';
import { draftIds, dropDraft, keepDraft, readDraft } from './drafts.ts';

const place = { userId: 'u1', id: 'hero.title' };
const words = (value: unknown) => ({ value, title: '' });

beforeEach(() => localStorage.clear());

test('words are there again at once, with what they started from', () => {
  expect(keepDraft(place, { draft: words('New'), base: words('Old'), version: 3 })).toBe(true);
  expect(readDraft(place)).toMatchObject({ draft: words('New'), base: words('Old'), version: 3 });
});

test('everybody has their own, and dropped ones are gone', () => {
  keepDraft(place, { draft: words('Mine') });
  keepDraft({ ...place, userId: 'u10' }, { draft: words('Theirs') });
  keepDraft({ userId: 'u1', id: 'hero.new-slides' }, { draft: words({}) });
  expect(draftIds('u1').sort()).toEqual(['hero.new-slides', 'hero.title']);
  dropDraft(place);
  expect(readDraft(place)).toBeUndefined();
  expect(readDraft({ ...place, userId: 'u10' })?.draft).toEqual(words('Theirs'));
});

test.each(['{', '[]', '{"draft":{"value":1}}', '{"draft":{"title":"x"},"at":"yesterday"}'])(
  'what is broken is not offered: %s',
  (text) => {
    localStorage.setItem('draft:u1:hero.title', text);
    expect(readDraft(place)).toBeUndefined();
  },
);

test('a full storage is said, not thrown', () => {
  const huge = words('x'.repeat(11_000_000));
  expect(keepDraft(place, { draft: huge })).toBe(false);
});
