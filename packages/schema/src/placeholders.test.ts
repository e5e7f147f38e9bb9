import { expect, test } from 'vitest';
import { findPlaceholders } from './placeholders.ts';

test('placeholders are found by their field, wherever they stand in a value', () => {
  expect(
    findPlaceholders({
      email: 'hello@example.com',
      phone: '+910000000000',
      addressLines: ['Placeholder address line', 'Bengaluru 560001'],
      basis: 'Share of surveys. Period: set by owner.',
      openDays: ['monday'],
      isShown: true,
    }),
  ).toEqual(['/email', '/phone', '/addressLines/0', '/basis']);
  expect(findPlaceholders('Threadline Advisory (placeholder)')).toEqual(['']);
});

test.each(['care@threadline.in', '+919876543210', 'An example of what we do', 'https://example.company/'])(
  'an own text is no placeholder: %s',
  (text) => expect(findPlaceholders({ text })).toEqual([]),
);
