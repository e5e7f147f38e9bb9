import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContentItem, GroupedContent, ItemMetadata } from '@threadline/schema/content-item';
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

export interface Save {
  section: string;
  key: string;
  value: unknown;
  metadata: ItemMetadata;
  /** The version that the edit started from; undefined for a new entry. */
  version: number | undefined;
}

export function itemId({ section, key }: { section: string; key: string }): string {
  return `${section}.${key}`;
}

const itemCalls = api.client.content[':section'][':key'];

/** So that a text which somebody else has changed meanwhile is not overwritten. */
function ifVersion(version: number | undefined): { headers?: Record<string, string> } {
  return version === undefined ? {} : { headers: { 'If-Match': `"${version}"` } };
}

/** Our own last save of each item: an edit begun on its optimistic text starts from the version it became. */
const ownSaves = new Map<string, { from: number; to: number }>();

function baseVersion(save: Save): number | undefined {
  const own = ownSaves.get(itemId(save));
  return own && own.from === save.version ? own.to : save.version;
}

/** `content` with one item put in or, when `item` is undefined, taken out. */
export function withItem(
  content: GroupedContent,
  place: { section: string; key: string },
  item: ContentItem | undefined,
): GroupedContent {
  const section = { ...content[place.section] };
  if (item) section[place.key] = item;
  else delete section[place.key];
  return { ...content, [place.section]: section };
}

/** Saves one item. The list shows the new text at once; a refusal puts the old one back. */
export function useSaveItem() {
  const queryClient = useQueryClient();
  const put = (place: Save, item: ContentItem | undefined) => {
    queryClient.setQueryData<Content>(
      contentKey,
      (before) => before && { ...before, content: withItem(before.content, place, item) },
    );
  };

  return useMutation({
    scope: { id: 'content' }, // one after the other: each starts from the version before it
    mutationFn: (save: Save) => {
      const { section, key, value, metadata } = save;
      const request = { param: { section, key }, json: { value, metadata } };
      return answerOf(itemCalls.$put(request, ifVersion(baseVersion(save))));
    },
    onMutate: async (save) => {
      await queryClient.cancelQueries({ queryKey: contentKey });
      const before = queryClient.getQueryData<Content>(contentKey)?.content[save.section]?.[save.key];
      if (before) put(save, { ...before, value: save.value, metadata: save.metadata });
      return { before };
    },
    onSuccess: ({ item, revision }, save) => {
      if (save.version !== undefined) ownSaves.set(itemId(save), { from: save.version, to: item.version });
      put(save, item);
      queryClient.setQueryData<Content>(contentKey, (before) => before && { ...before, revision });
    },
    onError: (_error, save, context) => {
      if (context?.before) put(save, context.before);
    },
  });
}

export function useRemoveItem() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'content' },
    mutationFn: ({ section, key, version }: ContentItem) =>
      answerOf(itemCalls.$delete({ param: { section, key } }, ifVersion(version))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contentKey }),
  });
}

export interface Reorder {
  section: string;
  /** The list's name, such as `slides`. */
  list: string;
  /** All keys of the list, in their new order. */
  keys: string[];
}

/** Puts the entries of a list into a new order; shown at once. */
export function useReorder() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'content' },
    mutationFn: ({ section, ...json }: Reorder) =>
      answerOf(api.client.content[':section'].order.$put({ param: { section }, json })),
    onMutate: async ({ section, keys }) => {
      await queryClient.cancelQueries({ queryKey: contentKey });
      queryClient.setQueryData<Content>(
        contentKey,
        (before) => before && { ...before, content: inOrder(before.content, section, keys) },
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: contentKey }),
  });
}

function inOrder(content: GroupedContent, section: string, keys: readonly string[]): GroupedContent {
  const items = content[section] ?? {};
  const rest = Object.entries(items).filter(([key]) => !keys.includes(key));
  const moved = keys.flatMap((key) => (items[key] ? [[key, items[key]] as const] : []));
  return { ...content, [section]: Object.fromEntries([...rest, ...moved]) };
}
