import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Image, ImageFilter } from '@threadline/schema/image';
import { answerOf, api } from '../../api.ts';

/** The whole library, for the lists of choices in forms. */
export const imagesQuery = queryOptions({
  queryKey: ['images'],
  queryFn: () => answerOf(api.client.upload.images.$get({ query: {} })),
});

const pageSize = 100;

/** What fits filter and search, page by page, newest first. */
export function imagePagesQuery(wanted: { filter: ImageFilter; search: string }) {
  return infiniteQueryOptions({
    queryKey: ['images', 'pages', wanted],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.client.upload.images.$get({
          query: {
            limit: String(pageSize),
            filter: wanted.filter,
            ...(wanted.search !== '' && { search: wanted.search }),
            ...(pageParam !== '' && { cursor: pageParam }),
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page?.next ?? undefined,
    // The grid stays while another filter is being read.
    placeholderData: keepPreviousData,
  });
}

/** The fields that show an image. */
export function imageUsesQuery({ _id }: Image) {
  return queryOptions({
    queryKey: ['images', 'uses', _id],
    queryFn: () => answerOf(api.client.upload.image[':id'].uses.$get({ param: { id: _id } })),
  });
}

/** After something in the library has changed. */
export function refreshImages(queryClient: QueryClient): void {
  queryClient.invalidateQueries({ queryKey: imagesQuery.queryKey });
  queryClient.invalidateQueries({ queryKey: ['dashboard'] });
}
