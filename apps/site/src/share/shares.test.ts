import type { SiteContent } from '@threadline/schema/content/site-content';
import { expect, test } from 'vitest';
import { getShare, toDrawableText } from './shares.ts';

const named = (name: string) =>
  ({ site: { brand: { name, colors: { primary: '', accent: '' } } } }) as unknown as SiteContent;

test.each([
  ['what can be drawn stays', 'Fee: ₹5 lakh, “firm”', 'Fee: ₹5 lakh, “firm”'],
  ['an accent that is missing goes', 'Dvořák & Šťastný', 'Dvorák & Stastny'],
  ['signs that are no letters go', 'Hiring 🎉 now', 'Hiring now'],
  ['a letter that is missing leaves nothing', 'भर्ती की योजना', undefined],
  ['nor does half a title stay', 'Hiring: भर्ती', undefined],
])('%s', (_, text, expected) => {
  expect(toDrawableText(text)).toBe(expected);
});

test('the brand name replaces a title that cannot be drawn, and appears once', () => {
  expect(getShare(named('Threadline Advisory'), 'अगले चरण के लिए भर्ती')).toEqual({
    name: '',
    title: 'Threadline Advisory',
  });
  expect(getShare(named('Threadline Advisory'), '🎉')).toEqual({ name: '', title: 'Threadline Advisory' });
});

test('a name that cannot be drawn is left out', () => {
  expect(getShare(named('धागा'), 'Our work')).toEqual({ name: '', title: 'Our work' });
  expect(getShare(named('धागा'), 'हमारा काम')).toEqual({ name: '', title: '' });
});
