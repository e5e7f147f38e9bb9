import { expect, test } from 'vitest';
import { findAltTexts, findMissingAlt, missingAltMessage, missingDescriptionMessage } from './alt-text.ts';

const loom = '0a'.repeat(16);
const src = `/media/${loom}-480.webp`;
const item = (value: unknown, metadata = {}) => ({ section: 'about', key: 'block-a', value, metadata });
const undescribed = { [loom]: { alt: ' ', decorative: false } };

test('a picture without alt text is found with the field where it belongs', () => {
  const value = { heading: 'A', picture: { src, alt: '' }, more: [{ src, alt: '' }] };
  expect(findMissingAlt([item(value)], undescribed)).toEqual([
    { section: 'about', key: 'block-a', pointer: '/picture/alt', detail: missingAltMessage },
    { section: 'about', key: 'block-a', pointer: '/more/0/alt', detail: missingAltMessage },
  ]);
  const video = { src: `/media/${loom}-1280.mp4`, alt: '' };
  expect(findMissingAlt([item(video)], undescribed)).toMatchObject([{ detail: missingDescriptionMessage }]);
});

test.each([
  ['alt text of this use', { picture: { src, alt: 'A loom' } }, {}, undescribed],
  ['a decorative mark on this use', { picture: { src, alt: '', decorative: true } }, {}, undescribed],
  ['alt text in the library', { picture: { src, alt: '' } }, {}, { [loom]: { alt: 'A loom', decorative: false } }],
  ['a hidden item', { picture: { src, alt: '' } }, {}, { [loom]: { alt: '', decorative: true } }],
  ['an item that nobody sees', { picture: { src, alt: '' } }, { hidden: true }, undescribed],
  ['a drawing of the site', { picture: { src: '/art/hero-build', alt: '' } }, {}, undescribed],
  ['a picture without an alt text field', { image: src }, {}, undescribed],
  ['a picture that is not in the library', { picture: { src, alt: '' } }, {}, {}],
])('%s needs no alt text', (_, value, metadata, images) => {
  expect(findMissingAlt([item(value, metadata)], images)).toEqual([]);
});

test('a decorative use does not affect other uses of the same picture', () => {
  const value = { picture: { src, alt: '', decorative: true }, more: [{ src, alt: '', decorative: false }] };
  expect(findMissingAlt([item(value)], undescribed).map(({ pointer }) => pointer)).toEqual(['/more/0/alt']);
});

test('alt texts are collected by image, without those of decorative uses', () => {
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
