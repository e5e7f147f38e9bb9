import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import { getItemTitle } from '@threadline/schema/content/item-name';
import { artNames } from '@threadline/schema/primitives/art';
import { formatDay } from '@threadline/schema/primitives/calendar-day';
import { toIndianDay } from '@threadline/schema/primitives/indian-time';
import type { DraftSummary } from '@threadline/schema/wire/drafts';
import type { ArticleDefaults } from '../editor/proposed-details.ts';
import { type EntryState, getEntryState, isPublic } from '../list/entry-state.ts';
import { fold } from '../model/search.ts';
import { getLists, listGroups, listNewDrafts, type NamedList } from '../model/section-model.ts';

export const articleSection = 'insights';

/** An article in the list of all articles. */
export interface Article {
  item: ContentItem;
  draft: DraftSummary | undefined;
  state: EntryState;
  title: string;
  author: string;
  /** `23 Nov 2026`: of publication, also a planned one; empty for a draft without a schedule. */
  date: string;
  /** The newest change of the article or of its draft. */
  edited: { at: string; by: string | null };
}

/** The orders of the list, the first by default. */
export const articleOrders = { newest: 'Newest first', edited: 'Last edited first', title: 'Title, A to Z' };
export type ArticleOrder = keyof typeof articleOrders;

export function getArticleList(): NamedList {
  const list = getLists(articleSection).find(({ name }) => name === 'articles');
  if (!list) throw new Error('The content model has no list of articles.');
  return list;
}

/** Returns all articles: first those that were never published, then the others, both newest first. */
export function listArticles(content: GroupedContent, allDrafts: readonly DraftSummary[]): Article[] {
  const list = getArticleList();
  const drafts = allDrafts.filter(
    ({ section, key }) => section === articleSection && key.startsWith(`${list.prefix}-`),
  );
  const stored = listGroups(articleSection, content).find((group) => group.list?.name === list.name)?.items ?? [];
  const isFree = (key: string) => !Object.hasOwn(content[articleSection] ?? {}, key);
  const shown = [...listNewDrafts(articleSection, list, { drafts, isFree }), ...stored];
  return shown
    .map(({ item, definition }): Article & { order: string } => {
      const draft = drafts.find(({ key }) => key === item.key);
      const { author = '', publishedOn = '' } = item.value as { author?: string; publishedOn?: string };
      const isNew = item.version === 0;
      const newest = draft && draft.version > 0 ? draft : item;
      return {
        item,
        draft,
        author,
        state: getEntryState(item, draft),
        title: getItemTitle(item, definition),
        edited: { at: newest.updatedAt, by: newest.updatedBy },
        date: formatDay(isNew ? (draft?.schedule ? toIndianDay(new Date(draft.schedule.at)) : '') : publishedOn),
        // 9 sorts after every year, so that new ones come first.
        order: isNew ? `9 ${item.updatedAt}` : publishedOn,
      };
    })
    .sort((one, other) => other.order.localeCompare(one.order));
}

/** Returns true for an article in a state. One that is published stays so while it has changes or a schedule. */
export function isInState({ item, state }: Article, wanted: EntryState): boolean {
  const isUnlisted = item.metadata.unlisted === true;
  if (wanted === 'published') return isPublic(item) && !isUnlisted;
  if (wanted === 'unlisted') return isPublic(item) && isUnlisted;
  return state === wanted;
}

/** Returns the articles in another order than that of `listArticles`. */
export function sortArticles(articles: readonly Article[], order: ArticleOrder): Article[] {
  if (order === 'edited') return articles.toSorted((one, other) => other.edited.at.localeCompare(one.edited.at));
  if (order === 'title') return articles.toSorted((one, other) => one.title.localeCompare(other.title));
  return [...articles];
}

/** Returns the articles whose title, author, topic or summary contains every word of the search. */
export function findArticles(articles: readonly Article[], search: string): Article[] {
  const words = fold(search).text.split(' ').filter(Boolean);
  return articles.filter(({ item, title, author }) => {
    const { kicker = '', excerpt = '' } = item.value as { kicker?: string; excerpt?: string };
    const text = fold([title, author, kicker, excerpt].join(' ')).text;
    return words.every((word) => text.includes(word));
  });
}

/** Returns the articles whose title contains every word of the search; that of a draft is the title that it will have. */
export function findArticlesByTitle(articles: readonly Article[], search: string): Article[] {
  const words = fold(search).text.split(' ').filter(Boolean);
  return articles.filter(({ title, draft }) => {
    const text = fold(`${title} ${draft?.title ?? ''}`).text;
    return words.every((word) => text.includes(word));
  });
}

/** Returns the topics of the articles, each once, in alphabetical order. */
export function listTopics(content: GroupedContent): string[] {
  const topics = Object.values(content[articleSection] ?? {}).flatMap(({ value }) => {
    const { kicker } = Object(value) as { kicker?: string };
    return kicker ? [kicker] : [];
  });
  return [...new Set(topics)].sort((one, other) => one.localeCompare(other));
}

interface ShownArticle {
  publishedOn?: string;
  picture?: { src?: string };
}

/** Returns the team member with the name of the user; empty if there is none. Others may not have written the article. */
function findAuthor(content: GroupedContent, userName: string): string {
  const people = Object.values(content.about ?? {}).flatMap(({ key, value }) =>
    key.startsWith('person-') ? ((Object(value) as { name?: string }).name ?? []) : [],
  );
  return people.find((name) => name.trim().toLowerCase() === userName.trim().toLowerCase()) ?? '';
}

/**
 * Returns the topics of the articles, the author, and the cover drawing that has not been used for the longest time.
 *
 * @param userName the signed-in user
 */
export function getArticleDefaults(content: GroupedContent, userName: string): ArticleDefaults {
  const articles = Object.values(content[articleSection] ?? {})
    .map(({ value }) => Object(value) as ShownArticle)
    .filter(({ publishedOn }) => publishedOn)
    .sort((one, other) => (other.publishedOn ?? '').localeCompare(one.publishedOn ?? ''));
  const covers = Object.keys(artNames)
    .filter((name) => name.startsWith('cover-'))
    .map((name) => `/art/${name}`);
  const getAge = (cover: string) => {
    const index = articles.findIndex(({ picture }) => picture?.src === cover);
    return index === -1 ? articles.length : index;
  };
  const [cover = ''] = covers.sort((one, other) => getAge(other) - getAge(one));
  return { topics: listTopics(content), cover, author: findAuthor(content, userName) };
}
