import { expect, test } from 'vitest';
import { formatEnquiryPlace } from './enquiry-place.ts';

const nowhere = { originSection: '', originSlide: '', originCta: '', origin: '' };

test.each([
  [
    { originSection: 'hero', originSlide: 'Build', originCta: 'Talk to us' },
    'Hero, slide “Build”, button “Talk to us”',
  ],
  [{ originSection: 'sticky-bar', originCta: 'Enquire' }, 'Bar at the bottom of the screen, button “Enquire”'],
  [{ originSection: 'sample-dashboard', origin: 'See it' }, 'Sample dashboard, See it'],
  [{ originSection: 'contact', originCta: 'START YOUR CHANGE' }, 'Contact, button “START YOUR CHANGE”'],
  [{}, ''],
])('the place %j of an enquiry reads "%s"', (place, text) => {
  expect(formatEnquiryPlace({ ...nowhere, ...place })).toBe(text);
});
