import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Image, ImageFilter } from '@threadline/schema/image';
import { ApiError, answerOf, api } from '../../api/client.ts';

const imagesKey = ['images'];
const pageSize = 100;

async function findImage(publicId: string, filter: ImageFilter): Promise<Image | null> {
  const query = { limit: '1', filter, search: publicId };
  const { images } = await answerOf(api.client.upload.images.$get({ query }));
  return images.find((image) => image.publicId === publicId) ?? null;
}

/** The image of the library that an address belongs to; null when it is there no more. */
export function imageAtQuery(publicId: string) {
  return queryOptions({ queryKey: [...imagesKey, 'at', publicId], queryFn: () => findImage(publicId, 'all') });
}

/** The same, also while it is in the trash. */
export function knownImageQuery(publicId: string) {
  return queryOptions({
    queryKey: [...imagesKey, 'known', publicId],
    queryFn: async () => (await findImage(publicId, 'all')) ?? findImage(publicId, 'trash'),
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

/** The picture of an image in the trash: its address answers nobody, so it is read with the session. */
export function trashedThumbnailQuery({ _id }: Image) {
  return queryOptions({
    // Not among the lists: those are read again with every change, the picture stays as it is.
    queryKey: ['trashed thumbnail', _id],
    queryFn: async () => {
      const reply = await api.client.upload.image[':id'].thumbnail.$get({ param: { id: _id } });
      if (!reply.ok) throw new ApiError('', { code: 'not-found', status: reply.status });
      return reply.blob();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** After something in the library has changed. */
export function refreshImages(queryClient: QueryClient): void {
  queryClient.invalidateQueries({ queryKey: imagesKey });
  queryClient.invalidateQueries({ queryKey: ['dashboard'] });
}
