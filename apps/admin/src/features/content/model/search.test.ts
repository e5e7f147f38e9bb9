import { fromParts } from '@threadline/schema/rich-text/from-parts';
import { expect, test } from 'vitest';
import { fold, searchContent, searchFields } from './search.ts';

function item(section: string, key: string, value: unknown) {
  const updatedAt = '2026-11-21T10:00:00.000Z';
  return { section, key, value, type: 'text', metadata: {}, position: 0, version: 1, updatedAt, updatedBy: null };
}

const long = `${'Something else is said here first. '.repeat(6)}The café pays its rent in advance, and nobody asks why.`;
const content = {
  hero: {
    title: item('hero', 'title', 'Build the company your plan assumes'),
    subtitle: item('hero', 'subtitle', 'A plan is not a company.'),
    'ticker-plan': item('hero', 'ticker-plan', 'Plan'),
  },
  cta: { 'faq-rent': item('cta', 'faq-rent', { question: 'Who pays?', answer: long }) },
};

const found = (query: string) => searchContent(content, query).map(({ key, field }) => key + field);
const marked = (query: string) =>
  searchContent(content, query).map(({ excerpt, marks }) => marks.map(([start, end]) => excerpt.slice(start, end)));

test('a sentence is found by its words, in any order, case and accent', () => {
  expect(found('ASSUMES company')).toEqual(['title']);
  expect(found('cafe rent')).toEqual(['faq-rent/answer']);
  expect(found('who pays')).toEqual(['faq-rent/question']);
  expect(found('nothing of this')).toEqual([]);
  expect(found('  ')).toEqual([]);
});

test('the exact text comes first, then the phrase, then words anywhere', () => {
  expect(found('plan')).toEqual(['ticker-plan', 'subtitle', 'title']);
  expect(found('a plan')[0]).toBe('subtitle');
});

test('visible texts rank before links and anchors with the same text', () => {
  const primaryCTA = { label: 'Take the growth check, two minutes of your time', href: '#growth' };
  const slide = { hero: { 'slide-build': item('hero', 'slide-build', { label: 'Build', primaryCTA }) } };
  expect(searchContent(slide, 'growth').map(({ field }) => field)).toEqual(['/primaryCTA/label', '/primaryCTA/href']);
  const page = {
    title: 'Terms',
    body: fromParts([{ heading: 'Rent and costs', anchor: 'rent', text: 'The tenant pays it.' }]),
  };
  const pages = { site: { 'page-terms': item('site', 'page-terms', page) } };
  expect(searchContent(pages, 'rent').map(({ field }) => field)).toEqual(['/body']);
});

test('a hit has its place, and its marks cover the matches', () => {
  const [hit] = searchContent(content, 'cafe pays');
  expect(hit).toMatchObject({ section: 'cta', sectionTitle: 'CTA', itemTitle: 'Who pays?', fieldLabel: 'Answer' });
  expect(hit?.excerpt.startsWith('…')).toBe(true);
  expect(marked('cafe pays')).toEqual([['café pays']]);
  expect(marked('assumes build')).toEqual([['Build', 'assumes']]);
});

test('marks are correct after ligatures that fold into several letters', () => {
  expect(fold('ﬁ Ünï').text).toBe('fi uni');
  const [hit] = searchContent({ hero: { title: item('hero', 'title', 'ﬁve ﬁne Ünits 😀 end') } }, 'end');
  expect(hit?.marks.map(([start, end]) => hit.excerpt.slice(start, end))).toEqual(['end']);
});

test('an excerpt of a formatted text has no marks of Markdown, and the values that the site fills in', () => {
  const text = { type: 'text', text: 'months', marks: [{ type: 'bold' }] };
  const page = {
    title: 'Terms',
    body: {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2, anchor: 'rent' }, content: [{ type: 'text', text: 'Rent' }] },
        { type: 'paragraph', content: [{ type: 'text', text: 'Kept for {retention}: ' }, text] },
      ],
    },
  };
  const retention = item('mail', 'retention', { months: 12 });
  const content = { site: { 'page-terms': item('site', 'page-terms', page) }, mail: { retention } };
  expect(searchContent(content, 'rent')[0]?.excerpt).toBe('Rent  Kept for 12 months: months');
});

test('the field of a single item ranks before the equally named fields of the entries of a list', () => {
  const logos = { 'logo-mill': item('stats', 'logo-mill', { name: 'Mill', logo: '' }) };
  const brand = { brand: item('site', 'brand', { name: 'Mills', logo: '' }) };
  const [first] = searchFields({ stats: logos, site: brand }, ['logo']);
  expect(first).toMatchObject({ target: { item: 'brand' }, field: '/logo', label: 'Logo' });
  const share = { share: item('insights', 'share', { email: 'Email' }) };
  const contact = { contact: item('site', 'contact', { email: 'team@mills.test' }) };
  const [own] = searchFields({ insights: share, site: contact }, ['email']);
  expect(own).toMatchObject({ target: { item: 'contact' }, field: '/email' });
});

test('vowel signs of other scripts are letters, not accents', () => {
  const hindi = { hero: { title: item('hero', 'title', 'भारत की कंपनी') } };
  expect(searchContent(hindi, 'की')).toHaveLength(1);
  expect(searchContent(hindi, 'का')).toHaveLength(0);
});

test('fields are found by their names, whole items first; those of a list lead to the list, also to an empty one', () => {
  const faq = (question: string) => item('cta', `faq-${question}`, { question, answer: '' });
  const { hero } = content;
  const named = (...terms: string[]) =>
    searchFields({ hero, cta: { 'faq-one': faq('one'), 'faq-two': faq('two') } }, terms, { limit: 2 }).map(
      ({ target, field, label }) => `${Object.values(target)}${field} ${label}`,
    );
  expect(named('faq')).toEqual(['faqs FAQ']);
  expect(named('answer')).toEqual(['faqs/answer Answer']);
  expect(named('testimonial')).toEqual(['testimonials Testimonials']);
  expect(named('itle')).toEqual([]);
  expect(named('headline')[0]).toBe('title Headline');
  expect(named('title')[0]).toBe('title Headline');
  expect(named('subtitle')[0]).toBe('subtitle Sub-headline');
});

test('the names of a field and of its item together find the field, before fields that a synonym finds', () => {
  const seo = item('site', 'seo', { title: 'Mills', description: '', image: '' });
  const named = (query: string) =>
    searchFields({ site: { seo } }, [query, 'menu']).map(({ target, field }) => `${Object.values(target)}${field}`);
  for (const query of ['seo title', 'title seo', 'social sharing title'])
    expect(named(query)[0], query).toBe('seo/title');
  expect(named('seo zebra').filter((name) => name.startsWith('seo'))).toEqual([]);
});
