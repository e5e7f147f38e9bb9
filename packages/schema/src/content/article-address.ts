import { type ContentItem, maxFormerIds } from './content-item.ts';

/** The part of an article's address that its editor can choose. */
export const articleIdPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

type Item = Pick<ContentItem, 'section' | 'key'> & { value?: unknown; metadata?: ContentItem['metadata'] };

const prefix = 'article-';

export function isArticle({ section, key }: Pick<Item, 'section' | 'key'>): boolean {
  return section === 'insights' && key.startsWith(prefix);
}

const toHref = (id: string) => `/insights/${id}/`;

/** Returns the id of the article's page: the chosen one, or that of its key. */
export function getArticleId({ key, value }: Item): string {
  const { address } = Object(value) as { address?: unknown };
  return typeof address === 'string' && address !== '' ? address : key.slice(prefix.length);
}

/** Returns the address of the article's key: its first one, which always leads to its page. */
export function getFirstArticleHref({ key }: Pick<Item, 'key'>): string {
  return toHref(key.slice(prefix.length));
}

/** Returns the ids under which the article was published before, that of its key first. They lead to its page. */
export function listFormerArticleIds(item: Item): string[] {
  const ids = new Set([item.key.slice(prefix.length), ...(item.metadata?.formerIds ?? [])]);
  ids.delete(getArticleId(item));
  return [...ids];
}

/** Returns the earlier addresses of the article, which lead to its page. */
export function listFormerArticleHrefs(item: Item): string[] {
  return listFormerArticleIds(item).map(toHref);
}

/**
 * Returns the metadata of an article with the ids that it has had, the newest of them.
 *
 * @param before the stored article that is replaced
 */
export function keepFormerIds(after: Item & Pick<ContentItem, 'metadata'>, before: Item): ContentItem['metadata'] {
  if (!isArticle(after)) return after.metadata;
  const { formerIds: kept = [], ...metadata } = after.metadata;
  const ids = new Set([...(before.metadata?.formerIds ?? []), ...kept, getArticleId(before)]);
  ids.delete(getArticleId(after));
  ids.delete(after.key.slice(prefix.length));
  return ids.size === 0 ? metadata : { ...metadata, formerIds: [...ids].slice(-maxFormerIds) };
}

/** Returns the id of an article that another one has or had; undefined if none does. */
export function findTakenId<Each extends Item>(
  article: Item,
  items: readonly Each[],
): { id: string; by: Each; isFormer: boolean } | undefined {
  const own = [getArticleId(article), ...listFormerArticleIds(article)];
  for (const by of items.filter((item) => isArticle(item) && item.key !== article.key)) {
    const present = getArticleId(by);
    if (own.includes(present)) return { id: present, by, isFormer: false };
    const former = listFormerArticleIds(by).find((id) => own.includes(id));
    if (former !== undefined) return { id: former, by, isFormer: true };
  }
  return undefined;
}

/** Returns a function that replaces the former address of an article in a link by the present one. */
export function createLinkUpdate(items: readonly Item[]): (href: string) => string {
  const moved = new Map<string, string>();
  const articles = items.filter(isArticle);
  for (const article of articles)
    for (const href of listFormerArticleHrefs(article)) moved.set(href, toHref(getArticleId(article)));
  for (const article of articles) moved.delete(toHref(getArticleId(article)));
  if (moved.size === 0) return (href) => href;
  return (href) => {
    const [, path = '', rest = ''] = /^(\/insights\/[^/?#]+)\/?([?#].*)?$/.exec(href) ?? [];
    const present = moved.get(`${path}/`);
    return present === undefined ? href : present + rest;
  };
}

/** Returns the items with all links to former addresses of articles replaced by the present ones. */
export function updateLinks<Each extends Item>(items: readonly Each[]): readonly Each[] {
  const update = createLinkUpdate(items);
  if (!items.some((item) => isArticle(item) && listFormerArticleIds(item).length > 0)) return items;
  return items.map((item) => {
    const value = updateTexts(item.value, update);
    return value === item.value ? item : { ...item, value };
  });
}

/** Returns the value with each text replaced; the same object if none has changed. */
function updateTexts(value: unknown, update: (text: string) => string): unknown {
  if (typeof value === 'string') return update(value);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, part, updateTexts(part, update)] as const);
  if (parts.every(([, before, after]) => before === after)) return value;
  if (Array.isArray(value)) return parts.map(([, , after]) => after);
  return Object.fromEntries(parts.map(([name, , after]) => [name, after]));
}
