import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addTag, createTag, listTaggedParts, stripTags } from './preview-tags.ts';

test('removing the tags of a text restores the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, number) => {
      fc.pre(stripTags(text) === text);
      expect(stripTags(addTag(text, number))).toBe(text);
    }),
  );
});

test('each tag gives its number and the end of its text', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.stringMatching(/^[a-z ]{1,9}$/), fc.nat()), { minLength: 1 }), (parts) => {
      const text = parts.map(([words, number]) => words + createTag(number)).join('');
      const ends = parts.map((_, index) => parts.slice(0, index + 1).reduce((sum, [words]) => sum + words.length, 0));
      expect(listTaggedParts(`${text} and more`)).toEqual(
        parts.map(([, field], index) => ({ field, end: ends[index] })),
      );
    }),
  );
});

test('every line gets a tag, a blank one does not, so paragraphs stay unchanged', () => {
  const tag = createTag(7);
  expect(addTag('- One\n- Two\n\n  Three', 7)).toBe(`- One${tag}\n- Two${tag}\n\n  Three${tag}`);
});

test('a tag in a URL is removed as well', () => {
  expect(stripTags(`?text=${encodeURIComponent(addTag('Hello, I', 300))}&x`)).toBe('?text=Hello%2C%20I&x');
});

test('a text without tags has no fields', () => {
  expect(listTaggedParts('Plain text \uFDD0 with half a tag')).toEqual([]);
  expect(stripTags('\uFDD0')).toBe('\uFDD0');
});
