import { expect, test } from 'vitest';
import { logoSelector } from '../messages.ts';
import { getFieldMarks } from './field-marks.ts';

const contact = { section: 'site', key: 'contact' };
const slide = { section: 'hero', key: 'slide-a' };

test.each([
  ['/email', 'team@firm.in', 'a[href="mailto:team@firm.in"]'],
  ['/phone', '98765 43210', 'a[href="tel:+919876543210"]'],
  ['/whatsapp', '+919876543210', 'a[href^="https://wa.me/919876543210"]'],
])('the contact detail %s is found by its link', (pointer, value, selector) => {
  expect(getFieldMarks({ ...contact, pointer }, value)).toMatchObject({ selector, isUnique: true, isPicture: false });
});

test.each(['/openDays', '/opens', '/closes'])('the field %s is shown in the line of office hours', (pointer) => {
  expect(getFieldMarks({ ...contact, pointer }, 'monday')).toMatchObject({ shownIn: '/hours', selector: undefined });
});

test.each(['/media/type', '/media/src', '/media/poster', '/media/ken_burns', '/media/findings/0/who'])(
  'the field %s of a slide is located at its picture',
  (pointer) => {
    expect(getFieldMarks({ ...slide, pointer }, 'video')?.isPicture).toBe(true);
  },
);

test('the logo is found in header and footer, and the icon nowhere', () => {
  const brand = { section: 'site', key: 'brand' };
  for (const pointer of ['/logo', '/logoOnDark'])
    expect(getFieldMarks({ ...brand, pointer }, '')).toMatchObject({ selector: logoSelector, isPicture: false });
  expect(getFieldMarks({ ...brand, pointer: '/icon' }, '')).toMatchObject({ selector: undefined, isPicture: false });
});

test('a text of a slide does not belong to its picture', () => {
  expect(getFieldMarks({ ...slide, pointer: '/kicker' }, 'Kicker')).toMatchObject({ isPicture: false });
  expect(getFieldMarks({ ...slide, pointer: '/primaryCTA/href' }, '#contact')).toMatchObject({
    isPicture: false,
    isUnique: false,
  });
});

test('a figure and a date are located near their item, an empty value is not located', () => {
  const stat = { section: 'stats', key: 'stat-a', pointer: '/value' };
  expect(getFieldMarks(stat, 5000)).toMatchObject({ selector: '[data-count="5000"]', isUnique: false });
  const article = { section: 'insights', key: 'article-a', pointer: '/publishedOn' };
  expect(getFieldMarks(article, '2026-11-23')).toMatchObject({ selector: 'time[datetime="2026-11-23"]' });
  expect(getFieldMarks({ ...contact, pointer: '/email' }, '')).toMatchObject({ selector: undefined });
});
