import { useQuery } from '@tanstack/react-query';
import type { GroupedContent } from '@threadline/schema/content-item';
import { answerOf, api } from '../../api.ts';

export const contentKey = ['content'];

export interface Content {
  content: GroupedContent;
  revision: number;
}

/** The working copy of everything, in the order of the page. */
export function useContent() {
  return useQuery({ queryKey: contentKey, queryFn: () => answerOf(api.client.content.$get()) });
}

export function itemId({ section, key }: { section: string; key: string }): string {
  return `${section}.${key}`;
}
