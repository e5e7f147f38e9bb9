import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tagOf, tagsIn, withoutTags, withTag } from './preview-tags.ts';

test('a text without its tags is the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, number) => {
      fc.pre(withoutTags(text) === text);
      expect(withoutTags(withTag(text, number))).toBe(text);
    }),
  );
});

test('each tag tells its number and where its words end', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.stringMatching(/^[a-z ]{1,9}$/), fc.nat()), { minLength: 1 }), (parts) => {
      const text = parts.map(([words, number]) => words + tagOf(number)).join('');
      const ends = parts.map((_, index) => parts.slice(0, index + 1).reduce((sum, [words]) => sum + words.length, 0));
      expect(tagsIn(`${text} and more`)).toEqual(parts.map(([, field], index) => ({ field, end: ends[index] })));
    }),
  );
});

test('every line has a tag, a blank one none: paragraphs stay what they were', () => {
  const tag = tagOf(7);
  expect(withTag('- One\n- Two\n\n  Three', 7)).toBe(`- One${tag}\n- Two${tag}\n\n  Three${tag}`);
});

test('a tag in an address goes as well', () => {
  expect(withoutTags(`?text=${encodeURIComponent(withTag('Hello, I', 300))}&x`)).toBe('?text=Hello%2C%20I&x');
});

test('words that nobody tagged have no fields', () => {
  expect(tagsIn('Plain words \uFDD0 with half a tag')).toEqual([]);
  expect(withoutTags('\uFDD0')).toBe('\uFDD0');
});
