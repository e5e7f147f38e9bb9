import { useInfiniteQuery } from '@tanstack/react-query';
import type { ItemVersion } from '@threadline/schema/content/content-item';
import { api, unwrap } from '../../../api/client.ts';
import { historyKey, removedKey } from '../../../api/query-keys.ts';

function pageQuery(before: number | undefined) {
  return before === undefined ? {} : { before: String(before) };
}

/** Returns the versions of an item, newest first, in pages. */
export function useHistory({ section, key }: { section: string; key: string }) {
  return useInfiniteQuery({
    queryKey: [...historyKey, section, key],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.client.content[':section'][':key'].history.$get({ param: { section, key }, query: pageQuery(pageParam) }),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ history, more }) => (more ? history.at(-1)?.id : undefined),
    select: ({ pages }): ItemVersion[] => pages.flatMap(({ history }) => history),
  });
}

/** Returns the removed entries, newest first, in pages. */
export function useRemoved() {
  return useInfiniteQuery({
    queryKey: removedKey,
    queryFn: ({ pageParam }) => unwrap(api.client.content.removed.$get({ query: pageQuery(pageParam) })),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ removed, more }) => (more ? removed.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flatMap(({ removed }) => removed),
  });
}
