import { expect, test } from 'vitest';
import { fromParts } from '../rich-text/from-parts.ts';
import {
  createLinkCheck,
  getAddress,
  isReservedKey,
  listLinks,
  listLinkTargets,
  listShownLinks,
} from './link-targets.ts';

const item = (section: string, key: string, value: unknown, hidden = false) => ({
  section,
  key,
  value,
  metadata: hidden ? { hidden } : {},
});

const items = [
  item('services', 'service-hiring', { title: 'Strategic hiring' }),
  item('services', 'service-secret', { title: 'Not yet' }, true),
  item('site', 'page-terms', {
    title: 'Terms',
    body: fromParts([{ heading: 'Guarantee', anchor: 'guarantee', text: 'A' }]),
  }),
  item('site', 'opening-lead', { title: 'Team lead', body: 'Plain text' }),
  item('insights', 'article-first', { title: 'First', body: fromParts([{ text: 'A' }]) }),
  item('footer', 'link-terms', { label: 'Terms', href: '/terms/' }),
];

test('services, pages, articles and openings are link targets with their titles', () => {
  const places = new Map(listLinkTargets(items).map(({ href, label }) => [href, label]));
  expect(Object.fromEntries(places)).toMatchObject({
    '#contact': 'Contact',
    '#hiring': 'Strategic hiring',
    '/': 'Home page',
    '/terms/': 'Terms',
    '/terms/#guarantee': 'Terms: Guarantee',
    '/insights/first/': 'First',
    '/careers/#lead': 'Team lead',
  });
  expect(places.has('#secret')).toBe(false);
  expect(places.size).toBe(listLinkTargets(items).length);
});

test.each([
  '#contact',
  '/#contact',
  '/#top',
  '#hiring',
  '/terms',
  '/terms/#guarantee',
  '/terms/?from=mail',
  '#terms', // Spec §2: a placeholder that became a page
  '/media/any.webp',
  '/sitemap.xml',
  'https://example.com/#anything',
  'tel:+911234567890',
])('%s leads to a target', (href) => {
  expect(createLinkCheck(items)(href)).toBe(true);
});

test.each(['#nowhere', '#secret', '/nothing/', '/terms/#nothing', '/insights/second/', '/insights/first/#part'])(
  '%s leads to no target',
  (href) => {
    expect(createLinkCheck(items)(href)).toBe(false);
  },
);

test('links are found by their schema at any depth, and other texts are ignored', () => {
  const slide = {
    headline: '#hiring',
    primaryCTA: { label: 'Hire', href: '#hiring' },
    secondaryCTA: { label: 'Terms', href: '/terms/' },
  };
  expect(listLinks(item('hero', 'slide-a', slide))).toEqual([
    { path: ['primaryCTA', 'href'], href: '#hiring' },
    { path: ['secondaryCTA', 'href'], href: '/terms/' },
  ]);
  expect(listLinks(item('services', 'question-a', { area: 'A', question: 'B', service: '#hiring' }))).toEqual([
    { path: ['service'], href: '#hiring' },
  ]);
  expect(listLinks(item('services', 'service-a', { action: { label: '', href: '' } }))).toEqual([]);
});

test.each([
  ['services', 'service-contact', true],
  ['services', 'service-hiring', false],
  ['site', 'page-careers', true],
  ['site', 'page-admin', true],
  ['site', 'page-p', true],
  ['site', 'page-terms', false],
  ['hero', 'slide-contact', false],
])('%s.%s is reserved: the site has its own page or anchor there (%s)', (section, key, expected) => {
  expect(isReservedKey(section, key)).toBe(expected);
});

test('a service has an anchor, a ticker text has none', () => {
  expect(getAddress('services', 'service-cash-flow')).toBe('#cash-flow');
  expect(getAddress('hero', 'ticker-cash-flow')).toBeUndefined();
});

test('a hidden entry has no visible links', () => {
  const link = { label: 'Old', href: '#nowhere' };
  expect(listShownLinks(item('site', 'nav-old', link)).map(({ href }) => href)).toEqual(['#nowhere']);
  expect(listShownLinks(item('site', 'nav-old', link, true))).toEqual([]);
});
