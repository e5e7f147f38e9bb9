import { expect, test } from 'vitest';
import { isOpen } from './office-hours.ts';

test.each([
  ['Saturday morning', '2026-11-21T04:00:00Z', true],
  ['a minute before the door opens', '2026-11-21T03:59:59Z', false],
  ['the last minute', '2026-11-21T12:59:59Z', true],
  ['closing time', '2026-11-21T13:00:00Z', false],
  ['Sunday', '2026-11-22T06:00:00Z', false],
  ['Monday in India, still Sunday in London', '2026-11-22T19:00:00Z', false],
])('the office is open from Monday to Saturday, 9:30 to 18:30: %s', (_, moment, expected) => {
  expect(isOpen('123456 09:30 18:30', Date.parse(moment))).toBe(expected);
});

test('without hours it is never open', () => {
  expect(isOpen('', Date.parse('2026-11-21T05:00:00Z'))).toBe(false);
});

test('on a holiday it is closed, the day after open again', () => {
  const hours = '123456 09:30 18:30 2026-12-25';
  expect(isOpen(hours, Date.parse('2026-12-25T05:00:00Z'))).toBe(false);
  expect(isOpen(hours, Date.parse('2026-12-26T05:00:00Z'))).toBe(true);
});
