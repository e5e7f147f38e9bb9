import { expect, test } from 'vitest';
import { addressOf, isReservedKey, linkCheck, linksIn, linkTargets, shownLinks } from './link-targets.ts';

const item = (section: string, key: string, value: unknown, hidden = false) => ({
  section,
  key,
  value,
  metadata: hidden ? { hidden } : {},
});

const items = [
  item('services', 'service-hiring', { title: 'Strategic hiring' }),
  item('services', 'service-secret', { title: 'Not yet' }, true),
  item('site', 'page-terms', { title: 'Terms', body: [{ heading: 'Guarantee', anchor: 'guarantee', text: 'A' }] }),
  item('site', 'opening-lead', { title: 'Team lead', body: 'Plain text' }),
  item('insights', 'article-first', { title: 'First', body: [{ heading: '', anchor: '', text: 'A' }] }),
  item('footer', 'link-terms', { label: 'Terms', href: '/terms/' }),
];

test('services, pages, articles and openings are places with the names that editors gave them', () => {
  const places = new Map(linkTargets(items).map(({ href, label }) => [href, label]));
  expect(Object.fromEntries(places)).toMatchObject({
    '#contact': 'Contact',
    '#hiring': 'Strategic hiring',
    '/': 'Landing page',
    '/terms/': 'Terms',
    '/terms/#guarantee': 'Terms: Guarantee',
    '/insights/first/': 'First',
    '/careers/#lead': 'Team lead',
  });
  expect(places.has('#secret')).toBe(false);
  expect(places.size).toBe(linkTargets(items).length);
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
])('%s leads somewhere', (href) => {
  expect(linkCheck(items)(href)).toBe(true);
});

test.each(['#nowhere', '#secret', '/nothing/', '/terms/#nothing', '/insights/second/', '/insights/first/#part'])(
  '%s leads nowhere',
  (href) => {
    expect(linkCheck(items)(href)).toBe(false);
  },
);

test('links are found by the schema, wherever they stand, and other texts are none', () => {
  const slide = {
    headline: '#hiring',
    primaryCTA: { label: 'Hire', href: '#hiring' },
    secondaryCTA: { label: 'Terms', href: '/terms/' },
  };
  expect(linksIn(item('hero', 'slide-a', slide))).toEqual([
    { path: ['primaryCTA', 'href'], href: '#hiring' },
    { path: ['secondaryCTA', 'href'], href: '/terms/' },
  ]);
  expect(linksIn(item('services', 'question-a', { area: 'A', question: 'B', service: '#hiring' }))).toEqual([
    { path: ['service'], href: '#hiring' },
  ]);
  expect(linksIn(item('services', 'service-a', { action: { label: '', href: '' } }))).toEqual([]);
});

test.each([
  ['services', 'service-contact', true],
  ['services', 'service-hiring', false],
  ['site', 'page-careers', true],
  ['site', 'page-admin', true],
  ['site', 'page-terms', false],
  ['hero', 'slide-contact', false],
])('%s.%s would stand where the site has a place of its own: %s', (section, key, expected) => {
  expect(isReservedKey(section, key)).toBe(expected);
});

test('a service is found at its anchor, a ticker line nowhere', () => {
  expect(addressOf('services', 'service-cash-flow')).toBe('#cash-flow');
  expect(addressOf('hero', 'ticker-cash-flow')).toBeUndefined();
});

test('a hidden entry puts no link on the page', () => {
  const link = { label: 'Old', href: '#nowhere' };
  expect(shownLinks(item('site', 'nav-old', link)).map(({ href }) => href)).toEqual(['#nowhere']);
  expect(shownLinks(item('site', 'nav-old', link, true))).toEqual([]);
});
