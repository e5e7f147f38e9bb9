import { expect, test } from 'vitest';
import { addBrand, articleListing, getListing, summarize } from './listing.ts';

const article = { title: 'The Friday page', excerpt: 'One sheet. Six meetings.', picture: { src: '/art/hero-build' } };
const photo = '/media/0123456789abcdef0123456789abcdef-1600.jpg';

test('a page is listed with its title, its summary, and its cover if that is a photo', () => {
  expect(getListing(article)).toEqual({
    title: 'The Friday page',
    description: 'One sheet. Six meetings.',
    picture: '',
  });
  expect(getListing({ ...article, picture: { src: photo } }).picture).toBe(photo);
  expect(getListing({ title: 'Terms', description: 'What we agree on.' }).description).toBe('What we agree on.');
});

test('fields for search engines and chats take precedence', () => {
  const seo = { title: 'One page a week', description: 'How it works.', picture: 'https://example.com/a.jpg' };
  expect(getListing({ ...article, picture: { src: photo }, seo })).toEqual(seo);
  expect(getListing({ ...article, seo: { title: ' ', description: '', picture: '' } }).title).toBe('The Friday page');
});

test('an illustration is refused as a share picture', () => {
  const listing = (picture: string) => articleListing.safeParse({ title: '', description: '', picture }).success;
  expect([photo, 'https://example.com/a.jpg', '', '/art/hero-build'].map(listing)).toEqual([true, true, true, false]);
});

test('the name of the site follows a title that search results show in full', () => {
  expect(addBrand('Careers', 'Threadline')).toBe('Careers | Threadline');
  expect(addBrand('x'.repeat(50), 'Threadline')).toBe('x'.repeat(50));
});

test('a summary that fits stays as it is', () => {
  expect(summarize('  One team. One plan. ')).toBe('One team. One plan.');
});

test('of a longer one, the whole sentences that fit', () => {
  const first = `We ${'count '.repeat(20)}first.`;
  expect(summarize(`${first} ${'And so on, '.repeat(10)}to the end.`)).toBe(first);
});

test('a sentence that does not fit ends after a whole word', () => {
  const summary = summarize('counting '.repeat(40));
  expect(summary).toMatch(/counting…$/);
  expect(summary.length).toBeLessThanOrEqual(161);
});
