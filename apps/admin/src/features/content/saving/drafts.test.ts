import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readDraft, removeDraft, storeDraft, useDraftIds } from './drafts.ts';

const key = { userId: 'u1', id: 'hero.title' };
const draft = (value: unknown) => ({ value, title: '' });

beforeEach(() => localStorage.clear());

test('a draft can be read at once, with the version on which it is based', () => {
  expect(storeDraft(key, { draft: draft('New'), base: draft('Old'), version: 3 })).toBe(true);
  expect(readDraft(key)).toMatchObject({ draft: draft('New'), base: draft('Old'), version: 3 });
});

test('each user has their own drafts, and a removed draft is gone', () => {
  storeDraft(key, { draft: draft('Mine') });
  storeDraft({ ...key, userId: 'u10' }, { draft: draft('Theirs') });
  storeDraft({ userId: 'u1', id: 'hero.new-slides' }, { draft: draft({}) });
  expect(renderHook(() => useDraftIds('u1')).result.current.sort()).toEqual(['hero.new-slides', 'hero.title']);
  removeDraft(key);
  expect(readDraft(key)).toBeUndefined();
  expect(readDraft({ ...key, userId: 'u10' })?.draft).toEqual(draft('Theirs'));
});

test.each(['{', '[]', '{"draft":{"value":1}}', '{"draft":{"title":"x"},"at":"yesterday"}'])(
  'a damaged draft is ignored: %s',
  (text) => {
    localStorage.setItem('draft:u1:hero.title', text);
    expect(readDraft(key)).toBeUndefined();
  },
);

test('full storage is reported without an exception', () => {
  const huge = draft('x'.repeat(11_000_000));
  expect(storeDraft(key, { draft: huge })).toBe(false);
});
