import { expect, test } from 'vitest';
import { keepRanges } from './keep-ranges.ts';

const span = (text: string) => `<span class="range">${text}</span>`;

test.each([
  ['<p>Replies within 24–48 hours.</p>', `<p>Replies within ${span('24–48 hours')}.</p>`],
  ['<p>Replies within 24-48 hours.</p>', `<p>Replies within ${span('24-48 hours')}.</p>`],
  ['<p>A team of 11-50.</p>', `<p>A team of ${span('11-50')}.</p>`],
  ['<p>Typically weeks 3–12</p>', `<p>Typically weeks ${span('3–12')}</p>`],
  ['<p>Mon–Sat, 9:30 am</p>', `<p>${span('Mon–Sat,')} 9:30 am</p>`],
  ['<p>₹5,000–6,000 a month</p>', `<p>${span('₹5,000–6,000')} a month</p>`],
])('a range stays on one line: %s', (html, expected) => expect(keepRanges(html)).toBe(expected));

test.each([
  '<p>One thing – and another</p>',
  '<p>On 2026-11-23, call 1860-500-1234 about the 24-hour B2-C3 well-known plan</p>',
  '<script>const text = "24–48 hours";</script>',
  '<title>24–48 hours</title>',
  '<option>11–50</option>',
  '<svg><text>24–48</text></svg>',
  '<p title="24–48 hours" data-open-now=\'a > b, 24–48\'>Text</p>',
])('everything else stays as it is: %s', (html) => expect(keepRanges(html)).toBe(html));

test("a preview's tags change nothing about where a range begins and ends", () => {
  const tag = '\uFDD0\uFDD3\uFDEF';
  expect(keepRanges(`<p>Mon${tag}–Sat${tag}, 9 am</p>`)).toBe(`<p>${span(`Mon${tag}–Sat${tag},`)} 9 am</p>`);
  expect(keepRanges(`<p>In 24–48 hours${tag}</p>`)).toBe(`<p>In ${span(`24–48 hours${tag}`)}</p>`);
  expect(keepRanges(`<p>In 24-48 hours${tag}</p>`)).toBe(`<p>In ${span(`24-48 hours${tag}`)}</p>`);
  expect(keepRanges('<p>Weeks 1–2\uFDD0\uFDD3\uFDEF</p>')).toBe(`<p>Weeks ${span('1–2\uFDD0\uFDD3\uFDEF')}</p>`);
});
