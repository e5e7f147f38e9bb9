import { expect, test } from 'vitest';
import { fill, formatDay, formatLakh, formatNumber, keepTogether, whatsappLink } from './format.ts';

test('days read as in India, whatever the time zone', () => {
  expect(formatDay('2026-11-01')).toBe('1 Nov 2026');
  expect(formatDay('2026-01-31T23:59:59.000Z')).toBe('31 Jan 2026');
});

test('counts are grouped the Indian way', () => {
  expect(formatNumber(5000)).toBe('5,000');
  expect(formatNumber(1250000)).toBe('12,50,000');
});

test('templates are filled, unknown names stay visible', () => {
  expect(fill('{n} of {m}, {x}', { n: 1, m: 4 })).toBe('1 of 4, {x}');
});

test('a chat link survives the round trip, Hindi and ampersand included', () => {
  const message = 'नमस्ते & hello: 100%';
  const link = new URL(whatsappLink('+919876543210', message) ?? '');
  expect(link.pathname).toMatch(/^\/[1-9]\d{7,14}$/);
  expect(link.searchParams.get('text')).toBe(message);
});

test('rupees are written in lakh and crore', () => {
  expect(formatLakh(6.8)).toBe('₹6.8\u00a0lakh');
  expect(formatLakh(120)).toBe('₹1.2\u00a0crore');
  expect(formatLakh(0.5)).toMatch(/^₹50\b/);
});

test('a line does not break within a day', () => {
  expect(keepTogether(formatDay('2026-03-31'))).toBe('31\u00a0Mar\u00a02026');
});
