import { expect, test } from 'vitest';
import { fromParts } from '../rich-text/from-parts.ts';
import { hasSourceLine } from './claims.ts';
import { findDefinition } from './content-model.ts';
import { isReservedKey, listLinkTargets } from './link-targets.ts';

const source = { basis: 'Counted by our auditor.', period: '', countedOn: '', source: '' };
const claim = { figure: '10+', label: 'Industries served', ...source };
const person = { name: 'A Person', role: 'Partner', note: '', portrait: '', linkedin: '' };
const logo = { name: 'A Client', logo: '', website: '', consentOn: '2026-01-31' };
const testimonial = {
  quote: 'It works.',
  name: 'A Person',
  role: 'Founder',
  company: 'A Client',
  consentOn: '2026-01-31',
};
const clientCase = {
  title: 'Payment arrives four weeks earlier',
  client: 'A Client, Surat',
  story: 'We counted, and moved the invoice to the loading bay.',
  measure: 'Days to collect payment',
  before: 71,
  after: 45,
  unit: 'days',
  basis: 'Receivables ledger, end of each month.',
  measuredOn: '2026-01-31',
  amount: 1_840_000,
  amountLabel: 'no longer tied up in receivables',
  consentOn: '2026-01-31',
};

function errorPaths(section: string, key: string, value: object): string[] {
  const issues = findDefinition(section, key)?.schema.safeParse(value).error?.issues;
  return (issues ?? []).map(({ path }) => path.join('/'));
}

test.each([
  ['about', 'person-a', person],
  ['stats', 'claim-a', claim],
  ['stats', 'case-a', clientCase],
  ['stats', 'testimonial-a', testimonial],
  ['stats', 'logo-a', logo],
])('%s.%s is complete', (section, key, value) => {
  expect(errorPaths(section, key, value)).toEqual([]);
});

const tomorrow = '2999-01-01';

test.each([
  ['about', 'person-a', { ...person, linkedin: 'https://example.com/a' }, 'linkedin'],
  ['about', 'person-a', { ...person, name: '' }, 'name'],
  ['stats', 'claim-a', { ...claim, countedOn: tomorrow }, 'countedOn'],
  ['stats', 'claim-a', { ...claim, basis: '' }, 'basis'],
  ['stats', 'case-a', { ...clientCase, measuredOn: tomorrow }, 'measuredOn'],
  ['stats', 'case-a', { ...clientCase, consentOn: '' }, 'consentOn'],
  ['stats', 'case-a', { ...clientCase, amount: 0.5 }, 'amount'],
  ['stats', 'case-a', { ...clientCase, basis: '' }, 'basis'],
  ['stats', 'testimonial-a', { ...testimonial, consentOn: '' }, 'consentOn'],
  ['stats', 'testimonial-a', { ...testimonial, consentOn: tomorrow }, 'consentOn'],
  ['stats', 'testimonial-a', { ...testimonial, name: '' }, 'name'],
  ['stats', 'logo-a', { ...logo, website: '#contact' }, 'website'],
  ['stats', 'logo-a', { ...logo, consentOn: tomorrow }, 'consentOn'],
])('%s.%s with %j is refused at %s', (section, key, value, path) => {
  expect([...new Set(errorPaths(section, key, value))]).toEqual([path]);
});

test.each([
  ['/insights/cash-flow/', true],
  ['/insights/', false],
  ['/terms/', false],
  ['https://threadline.in/insights/cash-flow/', false],
])('an article can name %s as a related article: %s', (href, isAccepted) => {
  const article = {
    kicker: 'A',
    title: 'A',
    excerpt: 'A',
    publishedOn: '2026-01-31',
    picture: { src: '/art/cover-audit', alt: '', decorative: false },
    body: fromParts([{ text: 'A' }]),
    related: [href],
  };
  expect(errorPaths('insights', 'article-a', article).length === 0).toBe(isAccepted);
});

test('a figure has its source line once it has a period or a date', () => {
  expect(hasSourceLine(source)).toBe(false);
  expect(hasSourceLine({ ...source, period: '2025' })).toBe(true);
  expect(hasSourceLine({ ...source, countedOn: '2026-01-31' })).toBe(true);
  expect(hasSourceLine({ ...source, basis: '', period: '2025' })).toBe(false);
});

const item = (section: string, key: string, value: unknown, hidden = false) => ({
  section,
  key,
  value,
  metadata: hidden ? { hidden } : {},
});

test('people are link targets by their name', () => {
  const targets = listLinkTargets([item('about', 'person-a', person)]);
  expect(targets).toContainEqual({ href: '#person-a', label: 'A Person', group: 'People' });
});

test.each([
  ['with a date', { ...claim, countedOn: '2026-01-31' }, false, true],
  ['without period and date', claim, false, false],
  ['with a placeholder as its period', { ...claim, period: 'set by owner' }, false, false],
  ['that is hidden', { ...claim, period: '2025' }, true, false],
  ['that is no figure', 'text', false, false],
])('a claim %s decides whether the page of all figures is a link target', (_, value, isHidden, isTarget) => {
  const targets = listLinkTargets([item('stats', 'claim-a', value, isHidden)]);
  expect(targets.some(({ href }) => href === '/claims/')).toBe(isTarget);
});

test('a page of an editor cannot take the address of the page of all figures', () => {
  expect(isReservedKey('site', 'page-claims')).toBe(true);
});
