import { expect, test } from 'vitest';
import { findAltTexts, findMissingAlt } from './alt-text.ts';

const loom = '0a'.repeat(16);
const src = `/media/${loom}-480.webp`;
const item = (value: unknown, metadata = {}) => ({ section: 'about', key: 'block-a', value, metadata });
const undescribed = { [loom]: { alt: ' ', decorative: false } };

test('a picture without words is found with the field where they belong', () => {
  const value = { heading: 'A', picture: { src, alt: '' }, more: [{ src, alt: '' }] };
  expect(findMissingAlt([item(value)], undescribed)).toEqual([
    { section: 'about', key: 'block-a', name: 'Block: A', pointer: '/picture/alt' },
    { section: 'about', key: 'block-a', name: 'Block: A', pointer: '/more/0/alt' },
  ]);
});

test.each([
  ['words in its place', { picture: { src, alt: 'A loom' } }, {}, undescribed],
  ['a mark as decorative in this place', { picture: { src, alt: '', decorative: true } }, {}, undescribed],
  ['words in the library', { picture: { src, alt: '' } }, {}, { [loom]: { alt: 'A loom', decorative: false } }],
  ['a mark as decorative', { picture: { src, alt: '' } }, {}, { [loom]: { alt: '', decorative: true } }],
  ['an item that nobody sees', { picture: { src, alt: '' } }, { hidden: true }, undescribed],
  ['a drawing of the site', { picture: { src: '/art/hero-build', alt: '' } }, {}, undescribed],
  ['a place without a field for words', { image: src }, {}, undescribed],
  ['a picture that is not in the library', { picture: { src, alt: '' } }, {}, {}],
])('%s is enough', (_, value, metadata, images) => {
  expect(findMissingAlt([item(value, metadata)], images)).toEqual([]);
});

test('a decorative use says nothing about another use of the same picture', () => {
  const value = { picture: { src, alt: '', decorative: true }, more: [{ src, alt: '', decorative: false }] };
  expect(findMissingAlt([item(value)], undescribed).map(({ pointer }) => pointer)).toEqual(['/more/0/alt']);
});

test('the alternative texts of a value are found by image, without those of decorative uses', () => {
  const other = `/media/${'0b'.repeat(16)}-480.webp`;
  const value = {
    picture: { src, alt: ' A loom ' },
    more: [
      { src, alt: 'Again' },
      { src: other, alt: 'Hidden', decorative: true },
    ],
  };
  expect([...findAltTexts(value)]).toEqual([[loom, 'A loom']]);
});
