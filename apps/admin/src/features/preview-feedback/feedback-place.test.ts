import { expect, test } from 'vitest';
import { findFeedbackPlace } from './feedback-place.ts';

test.each([
  ['/', '', { label: 'Home page' }],
  ['/', 'about', { label: 'Home page, About', search: { section: 'about' } }],
  ['/', 'constructor', { label: 'Home page' }],
  ['/terms/', '', { label: '/terms/', search: { section: 'site', item: 'page-terms' } }],
  ['/insights/cash/', '', { label: '/insights/cash/', search: { section: 'insights', item: 'article-cash' } }],
  ['/insights/', '', { label: '/insights/' }],
  ['/x/../y', '', { label: '/x/../y' }],
])('the place of feedback on %s (%s) is named, with its editor if the page names one', (page, section, place) => {
  expect(findFeedbackPlace({ page, section })).toEqual(place);
});
