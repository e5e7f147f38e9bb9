import { queryOptions, useQuery } from '@tanstack/react-query';
import type { GroupedContent } from '@threadline/schema/content/content-item';
import { api, unwrap } from '../../../api/client.ts';
import { contentKey } from '../../../api/query-keys.ts';

export interface Content {
  content: GroupedContent;
  revision: number;
}

export const contentQuery = queryOptions({
  queryKey: contentKey,
  queryFn: () => unwrap(api.client.content.$get()),
  structuralSharing: (before, after) => shareItems(before as Content | undefined, after as Content),
});

/** Returns the working copy of all content, in the order of the page. */
export function useContent() {
  return useQuery(contentQuery);
}

/** Reuses the objects of equal items, so that React renders only changed cards. Unlike the default, it keeps the new order. */
export function shareItems(before: Content | undefined, after: Content): Content {
  if (!before) return after;
  const content = Object.entries(after.content).map(([section, items]) => {
    const known = before.content[section] ?? {};
    const shared = Object.entries(items).map(([key, item]) => {
      const same = known[key];
      return [key, same && JSON.stringify(same) === JSON.stringify(item) ? same : item] as const;
    });
    return [section, Object.fromEntries(shared)] as const;
  });
  return { ...after, content: Object.fromEntries(content) };
}

export function getItemId({ section, key }: { section: string; key: string }): string {
  return `${section}.${key}`;
}
