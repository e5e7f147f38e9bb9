import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Image, ImageFilter } from '@threadline/schema/image';
import { answerOf, api } from '../../api.ts';

const imagesKey = ['images'];
const pageSize = 100;

/** The image of the library that an address belongs to; null when it is there no more. */
export function imageAtQuery(publicId: string) {
  return queryOptions({
    queryKey: [...imagesKey, 'at', publicId],
    queryFn: async () => {
      const { images } = await answerOf(api.client.upload.images.$get({ query: { limit: '1', search: publicId } }));
      return images.find((image) => image.publicId === publicId) ?? null;
    },
  });
}

/** What fits filter and search, page by page, newest first. */
export function imagePagesQuery(wanted: { filter: ImageFilter; search: string }) {
  return infiniteQueryOptions({
    queryKey: [...imagesKey, 'pages', wanted],
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
    queryKey: [...imagesKey, 'uses', _id],
    queryFn: () => answerOf(api.client.upload.image[':id'].uses.$get({ param: { id: _id } })),
  });
}

/** After something in the library has changed. */
export function refreshImages(queryClient: QueryClient): void {
  queryClient.invalidateQueries({ queryKey: imagesKey });
  queryClient.invalidateQueries({ queryKey: ['dashboard'] });
}
