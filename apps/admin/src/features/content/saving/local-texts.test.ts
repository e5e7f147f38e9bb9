import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readLocalText, removeLocalText, storeLocalText, useLocalTextIds } from './local-texts.ts';

const key = { userId: 'u1', id: 'hero.title' };
const text = (value: unknown) => ({ value, title: '' });

beforeEach(() => localStorage.clear());

test('a text can be read at once, with the version on which it is based', () => {
  expect(storeLocalText(key, { text: text('New'), base: text('Old'), version: 3 })).toBe(true);
  expect(readLocalText(key)).toMatchObject({ text: text('New'), base: text('Old'), version: 3 });
});

test('each user has their own texts, and a removed text is gone', () => {
  storeLocalText(key, { text: text('Mine') });
  storeLocalText({ ...key, userId: 'u10' }, { text: text('Theirs') });
  storeLocalText({ userId: 'u1', id: 'hero.new-slides' }, { text: text({}) });
  expect(renderHook(() => useLocalTextIds('u1')).result.current.sort()).toEqual(['hero.new-slides', 'hero.title']);
  removeLocalText(key);
  expect(readLocalText(key)).toBeUndefined();
  expect(readLocalText({ ...key, userId: 'u10' })?.text).toEqual(text('Theirs'));
});

test.each(['{', '[]', '{"text":{"value":1}}', '{"text":{"title":"x"},"at":"yesterday"}'])(
  'a damaged text is ignored: %s',
  (stored) => {
    localStorage.setItem('local-text:u1:hero.title', stored);
    expect(readLocalText(key)).toBeUndefined();
  },
);

test('full storage is reported without an exception', () => {
  const huge = text('x'.repeat(11_000_000));
  expect(storeLocalText(key, { text: huge })).toBe(false);
});
