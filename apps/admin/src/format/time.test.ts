import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { formatDate, formatDateTime, formatPlayTime, formatRelativeTime } from './time.ts';

const at = '2026-11-21T14:03:22.118Z';
const after = (minutes: number) => Date.parse(at) + minutes * 60_000;

test.each([
  [0.9, 'just now'],
  [1, '1 minute ago'],
  [59.9, '59 minutes ago'],
  [60, '1 hour ago'],
  [23 * 60, '23 hours ago'],
  [24 * 60, formatDateTime(at)],
  // The server's clock may be ahead of the reader's.
  [-2, 'just now'],
])('after %s minutes: %s', (minutes, text) => {
  expect(formatRelativeTime(at, after(minutes))).toBe(text);
});

test.each([
  ['2026-11-21T14:03:22.118Z', '21 Nov 2026, 19:33 IST'],
  ['2026-11-24T18:29:59.999Z', '24 Nov 2026, 23:59 IST'],
  ['2026-11-24T18:30:00.000Z', '25 Nov 2026, 00:00 IST'],
])('%s is formatted in Indian time: %s', (iso, text) => {
  expect(formatDateTime(iso)).toBe(text);
});

test("today is the day in India, regardless of the reader's time zone", () => {
  onTestFinished(() => {
    vi.useRealTimers();
  });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T18:31:00Z') });
  expect(formatDate('2026-11-24T18:30:00Z')).toBe('Today');
  expect(formatDate('2026-11-24T18:29:00Z')).toBe('24 Nov 2026');
});

test('no other file of the admin formats dates or times, which would use the reader’s locale', () => {
  const admin = path.join(import.meta.dirname, '..');
  const writers = readdirSync(admin, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .filter((file) => /DateTimeFormat|toLocale(?:Date|Time)?String/.test(readFileSync(path.join(admin, file), 'utf8')));
  expect(writers).toEqual(['format/time.ts']);
});

test.each([
  [2055, '0:02'],
  [185_000, '3:05'],
  [3_750_000, '1:02:30'],
])('a video of %i ms plays for %s', (ms, text) => {
  expect(formatPlayTime(ms)).toBe(text);
});
