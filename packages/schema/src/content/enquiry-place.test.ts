import { expect, test } from 'vitest';
import { formatEnquiryPlace } from './enquiry-place.ts';

const nowhere = { originSection: '', originSlide: '', originCta: '', origin: '' };

test.each([
  [{ originSection: 'hero', originSlide: 'Build', originCta: 'Talk to us' }, 'Hero, Build, Talk to us'],
  [{ originSection: 'sticky-bar', originCta: 'Enquire' }, 'Bar at the bottom of the screen, Enquire'],
  [{ originSection: 'sample-dashboard', origin: 'See it' }, 'Sample dashboard, See it'],
  [{}, ''],
])('the place %j of an enquiry reads "%s"', (place, text) => {
  expect(formatEnquiryPlace({ ...nowhere, ...place })).toBe(text);
});
