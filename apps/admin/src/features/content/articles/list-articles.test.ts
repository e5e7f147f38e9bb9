import type { ContentItem } from '@threadline/schema/content/content-item';
import type { DraftSummary } from '@threadline/schema/wire/drafts';
import { expect, test } from 'vitest';
import type { EntryState } from '../list/entry-state.ts';
import {
  findArticles,
  findArticlesByTitle,
  getArticleDefaults,
  isInState,
  listArticles,
  sortArticles,
} from './list-articles.ts';

const at = '2026-11-21T10:00:00.000Z';

function article(key: string, value: object, metadata: ContentItem['metadata'] = {}): ContentItem {
  const stamps = { position: 0, version: 1, updatedAt: at, updatedBy: 'Asha' };
  return { section: 'insights', key, value, type: 'article', metadata, ...stamps };
}

function draft(key: string, title: string, change: Partial<DraftSummary> = {}): DraftSummary {
  return {
    section: 'insights',
    key,
    title,
    summary: {},
    baseVersion: null,
    version: 1,
    updatedAt: at,
    updatedBy: null,
    schedule: null,
    ...change,
  };
}

const schedule = { at, by: null, version: 1, problem: null };
const items = [
  article('article-cash', { title: 'Cash flow', author: 'Asha Rao', publishedOn: '2026-10-01' }),
  article('article-hiring', { title: 'Hiring', publishedOn: '2026-11-01' }),
  article('article-quiet', { title: 'For clients', publishedOn: '2026-09-01' }, { unlisted: true }),
  article('article-old', { title: 'Taken off', publishedOn: '2026-08-01' }, { hidden: true }),
];
const content = {
  insights: {
    heading: { ...article('heading', {}), value: 'Insights' },
    ...Object.fromEntries(items.map((item) => [item.key, item])),
  },
};
const drafts = [
  draft('article-draft-a', 'Not yet', { summary: { author: 'Meera Iyer', kicker: 'Pricing' } }),
  draft('article-draft-b', 'Tomorrow', { updatedAt: '2026-11-22T10:00:00.000Z', schedule }),
  draft('article-hiring', 'Hiring, second thoughts', { baseVersion: 1 }),
  draft('page-terms', 'A page', { section: 'site' }),
];

test('all articles are listed with their state: new ones first, then by date', () => {
  const listed = listArticles(content, drafts).map(({ title, state, date }) => [title, state, date]);
  expect(listed).toEqual([
    ['Tomorrow', 'scheduled', '21 Nov 2026'],
    ['Not yet', 'draft', ''],
    ['Hiring', 'changed', '1 Nov 2026'],
    ['Cash flow', 'published', '1 Oct 2026'],
    ['For clients', 'unlisted', '1 Sep 2026'],
    ['Taken off', 'draft', '1 Aug 2026'],
  ]);
});

test('an article that visitors can open is also published or unlisted while it has changes or a schedule', () => {
  const all = listArticles(content, [
    ...drafts,
    draft('article-cash', 'Cash flow, again', { baseVersion: 1, schedule }),
    draft('article-quiet', 'For clients, again', { baseVersion: 1 }),
  ]);
  const list = (wanted: EntryState) => all.filter((article) => isInState(article, wanted)).map(({ title }) => title);
  expect(list('published')).toEqual(['Hiring', 'Cash flow']);
  expect(list('unlisted')).toEqual(['For clients']);
  expect(list('changed')).toEqual(['Hiring', 'For clients']);
  expect(list('scheduled')).toEqual(['Tomorrow', 'Cash flow']);
  expect(list('draft')).toEqual(['Not yet', 'Taken off']);
});

test('articles are sorted by title, or by the newest edit of the article or its draft', () => {
  const all = listArticles(content, [
    ...drafts,
    draft('article-old', 'Taken off, again', { baseVersion: 1, updatedAt: '2026-11-23T10:00:00.000Z' }),
  ]);
  const list = (order: 'title' | 'edited') => sortArticles(all, order).map(({ title }) => title);
  expect(list('title')).toEqual(['Cash flow', 'For clients', 'Hiring', 'Not yet', 'Taken off', 'Tomorrow']);
  expect(list('edited').slice(0, 2)).toEqual(['Taken off', 'Tomorrow']);
});

test('an article is found by its title and author, in any order and case', () => {
  const find = (search: string) => findArticles(listArticles(content, drafts), search).map(({ title }) => title);
  expect(find('RAO cash')).toEqual(['Cash flow']);
  expect(find('')).toHaveLength(6);
  expect(find('cash hiring')).toEqual([]);
  expect(find('meera pricing')).toEqual(['Not yet']);
});

test('an article is found by its title alone, also by the one that its draft gives it', () => {
  const find = (search: string) => findArticlesByTitle(listArticles(content, drafts), search).map(({ title }) => title);
  expect(find('YET not')).toEqual(['Not yet']);
  expect(find('second thoughts')).toEqual(['Hiring']);
  expect(find('pricing')).toEqual([]);
});

test('a new article knows the topics, and begins with the cover drawing whose last use is longest ago', () => {
  const covered = ['hiring', 'audit', 'friday'].map((name, index) => {
    const value = { kicker: name, publishedOn: `2026-0${9 - index}-01`, picture: { src: `/art/cover-${name}` } };
    return [`article-${name}`, article(`article-${name}`, value)];
  });
  const defaults = getArticleDefaults({ insights: Object.fromEntries(covered) }, '');
  expect(defaults.cover).toBe('/art/cover-friday');
  expect(defaults.topics).toEqual(['audit', 'friday', 'hiring']);
  expect(getArticleDefaults({}, '')).toEqual({ topics: [], cover: '/art/cover-hiring', author: '' });
});

test.each([
  ['the team member with the name of the user', ['Asha Rao', 'Ravi Iyer'], 'ravi iyer', 'Ravi Iyer'],
  ['no other team member', ['Asha Rao'], 'owner', ''],
])('a new article is by %s', (_, people, user, author) => {
  const about = people.map((name, index) => [`person-${index}`, article(`person-${index}`, { name })]);
  expect(getArticleDefaults({ about: Object.fromEntries(about) }, user).author).toBe(author);
});
