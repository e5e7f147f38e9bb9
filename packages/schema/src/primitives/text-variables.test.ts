import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeVariables, openingHoursVariables, splitVariables } from './text-variables.ts';

const days = { name: 'days', meaning: 'working days' };

test.each([
  ['', []],
  ['Closed today', ['Closed today']],
  ['{days}', [days]],
  ['{days}{days}', [days, days]],
  ['Open {days}, from 9', ['Open ', days, ', from 9']],
  ['{{days}}', ['{', days, '}']],
  ['{days', ['{days']],
  ['{ days }', ['{ days }']],
  ['{day}, {toString}, {}', ['{day}, {toString}, {}']],
  ['{d{days}\n', ['{d', days, '\n']],
])('%j is divided at its variables', (text, parts) => {
  expect(splitVariables(text, openingHoursVariables)).toEqual(parts);
});

test('the parts of any text make up the text', () => {
  const piece = fc.oneof(fc.constantFrom('{', '}', 'days', '{days}', '{opens}', '\n', ' ', 'क्षि', '😀'), fc.string());
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      const parts = splitVariables(text, openingHoursVariables);
      expect(parts.map((part) => (typeof part === 'string' ? part : `{${part.name}}`)).join('')).toBe(text);
    }),
  );
});

test('a text is described with the meanings of its variables', () => {
  expect(describeVariables('{days}, {opens} to {close}', openingHoursVariables)).toBe(
    '[working days], [opening time] to {close}',
  );
});
