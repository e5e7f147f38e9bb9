import { expect, test } from 'vitest';
import { getPreviewPath, listPages } from './use-preview-route.ts';

test.each([
  ['hero', 'title', '/terms/', '/'],
  ['services', 'service-hiring', '/terms/', '/'],
  ['insights', 'article-friday', '/', '/insights/friday/'],
  ['insights', 'heading', '/insights/', '/insights/'],
  ['insights', 'heading', '/terms/', '/'],
  ['site', 'page-terms', '/', '/terms/'],
  ['site', 'opening-analyst', '/', '/careers/'],
  ['site', 'not-found', '/', '/404/'],
  ['site', 'labels', '/terms/', '/terms/'],
  ['footer', 'blurb', '/insights/', '/insights/'],
])('%s.%s, with %s in the preview, is shown on its page', (section, key, shown, expected) => {
  expect(getPreviewPath({ section, key }, shown)).toBe(expected);
});

test('an invalid entry is previewed on the page of its list', () => {
  expect(getPreviewPath({ section: 'insights', key: 'article-draft' }, '/', false)).toBe('/insights/');
  expect(getPreviewPath({ section: 'site', key: 'page-draft' }, '/terms/', false)).toBe('/terms/');
  expect(getPreviewPath({ section: 'services', key: 'service-draft' }, '/terms/', false)).toBe('/');
});

test('every page is an option once; anchors are not', () => {
  const targets = [
    { href: '#about', label: 'About', group: 'On the home page' },
    { href: '/', label: 'Home page', group: 'Pages' },
    { href: '/terms/', label: 'Terms', group: 'Pages' },
    { href: '/terms/#guarantee', label: 'Terms: Guarantee', group: 'Pages' },
  ];
  expect(listPages(targets)).toEqual([
    { value: '/', label: 'Home page' },
    { value: '/terms/', label: 'Terms' },
    { value: '/404/', label: 'Page not found' },
  ]);
});
