import { useQuery } from '@tanstack/react-query';
import type { ContentItem, GroupedContent } from '@threadline/schema/content-item';
import { answerOf, api } from '../../../api/client.ts';
import { contentKey } from '../../../api/query-keys.ts';

export interface Content {
  content: GroupedContent;
  revision: number;
}

/** The working copy of everything, in the order of the page. */
export function useContent() {
  return useQuery({
    queryKey: contentKey,
    queryFn: () => answerOf(api.client.content.$get()),
    structuralSharing: (before, after) => withKnownItems(before as Content | undefined, after as Content),
  });
}

/**
 * The content with every item that did not change as the object it was: its card is not rendered again. The order of the
 * items says something, too; TanStack's own comparison does not see it.
 */
export function withKnownItems<Given extends Content>(before: Given | undefined, after: Given): Given {
  if (!before) return after;
  const content = shared(before.content, after.content, (was, is) => shared(was, is, sharedItem));
  return content === before.content && before.revision === after.revision ? before : { ...after, content };
}

type Items<Item> = Record<string, Item>;

function shared<Item>(before: Items<Item>, after: Items<Item>, share: (was: Item, is: Item) => Item): Items<Item> {
  const entries = Object.entries(after).map(([key, is]): [string, Item] => {
    const was = before[key];
    return [key, was === undefined ? is : share(was, is)];
  });
  const known = Object.entries(before);
  const isSame =
    entries.length === known.length && entries.every(([key, is], at) => known[at]?.[0] === key && known[at][1] === is);
  return isSame ? before : Object.fromEntries(entries);
}

function sharedItem(was: ContentItem, is: ContentItem): ContentItem {
  return was === is || JSON.stringify(was) === JSON.stringify(is) ? was : is;
}

export function itemId({ section, key }: { section: string; key: string }): string {
  return `${section}.${key}`;
}
