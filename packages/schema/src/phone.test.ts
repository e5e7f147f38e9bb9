import { expect, test } from 'vitest';
import { formatPhone, toE164 } from './phone.ts';

test.each([
  ['98765 43210', '+919876543210'],
  ['09876543210', '+919876543210'],
  ['+91-98765-43210', '+919876543210'],
  ['+91 098765 43210', '+919876543210'],
  ['919876543210', '+919876543210'],
  ['0091 98765 43210', '+919876543210'],
  [' (+91) 98765', undefined],
  ['011 2345 6789', '+911123456789'],
  ['+44 (0)20 7946 0000', '+442079460000'],
  ['0044 20 7946 0000', '+442079460000'],
  ['+1 (415) 555-0132', '+14155550132'],
  ['98765‑43210', '+919876543210'],
])('%s is the number %s', (typed, number) => {
  expect(toE164(typed)).toBe(number);
});

test.each([
  '',
  '   ',
  '12345',
  '+91 12345',
  '+0 123456789',
  '+1234567890123456',
  'call me',
  '98765 43210 ext 4',
  '९८७६५४३२१०',
])('"%s" is no number that could be called', (typed) => {
  expect(toE164(typed)).toBeUndefined();
});

test('a normalised number stays as it is when it is normalised again', () => {
  for (const number of ['+919876543210', '+442079460000']) expect(toE164(number)).toBe(number);
});

test('numbers are shown in the groups of India', () => {
  expect(formatPhone('+919876543210')).toBe('+91 98765 43210');
  expect(formatPhone('+442079460000')).toBe('+442079460000');
});
