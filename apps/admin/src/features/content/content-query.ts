import { useQuery } from '@tanstack/react-query';
import type { GroupedContent } from '@threadline/schema/content-item';
import { answerOf, api } from '../../api.ts';

export const contentKey = ['content'];
export const historyKey = ['content-history'];
export const removedKey = ['content-removed'];

export interface Content {
  content: GroupedContent;
  revision: number;
}

/** The working copy of everything, in the order of the page. */
export function useContent() {
  return useQuery({
    queryKey: contentKey,
    queryFn: () => answerOf(api.client.content.$get()),
    // The order of the items says something, too; TanStack's own comparison does not see it.
    structuralSharing: (before, after) => (JSON.stringify(before) === JSON.stringify(after) ? before : after),
  });
}

export function itemId({ section, key }: { section: string; key: string }): string {
  return `${section}.${key}`;
}
