import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { getPublicId, type Image, type ImageFilter } from '@threadline/schema/content/image';
import { formatPictureName } from '@threadline/schema/content/picture-name';
import { findArt } from '@threadline/schema/primitives/art';
import { ApiError, api, unwrap } from '../../api/client.ts';
import { dashboardKey } from '../../api/query-keys.ts';
import { getArtThumbnail } from '../../ui/art-thumbnail.ts';

const imagesKey = ['images'];
const pageSize = 100;

async function findImage(publicId: string, filter: ImageFilter): Promise<Image | null> {
  const query = { limit: '1', filter, search: publicId };
  const { images } = await unwrap(api.client.upload.images.$get({ query }));
  return images.find((image) => image.publicId === publicId) ?? null;
}

/** Finds the image of the library with a public id; null if it is not there. */
export function imageAtQuery(publicId: string) {
  return queryOptions({ queryKey: [...imagesKey, 'at', publicId], queryFn: () => findImage(publicId, 'all') });
}

/** Loads the image of the library at an address. Other addresses have none. */
export function useImageAt(address: string) {
  const publicId = getPublicId(address);
  return useQuery({ ...imageAtQuery(publicId ?? ''), enabled: publicId !== undefined });
}

/** Finds an image in the library or in the trash; null if it is in neither. */
export function knownImageQuery(publicId: string) {
  return queryOptions({
    queryKey: [...imagesKey, 'known', publicId],
    queryFn: async () => (await findImage(publicId, 'all')) ?? findImage(publicId, 'trash'),
  });
}

/** Returns the name of the picture at an address: undefined while it loads, the address if it cannot be loaded. */
export function usePictureName(address: string): string | undefined {
  const publicId = getPublicId(address);
  const query = useQuery({ ...knownImageQuery(publicId ?? ''), enabled: publicId !== undefined });
  if (publicId === undefined || query.data !== undefined) return formatPictureName(address, query.data);
  return query.isError ? address : undefined;
}

function imagePagesQuery({ filter, search }: { filter: ImageFilter; search: string }) {
  return infiniteQueryOptions({
    queryKey: [...imagesKey, 'pages', { filter, search }],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.client.upload.images.$get({
          query: {
            limit: String(pageSize),
            filter,
            ...(search !== '' && { search }),
            ...(pageParam !== '' && { cursor: pageParam }),
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page?.next ?? undefined,
    // The grid of the previous filter stays until the next one has loaded.
    placeholderData: keepPreviousData,
  });
}

/** Loads the images that match a filter and a search, newest first, page by page. */
export function useImagePages(wanted: { filter: ImageFilter; search: string }) {
  const query = useInfiniteQuery(imagePagesQuery(wanted));
  const images = query.data?.pages.flatMap((each) => each.images) ?? [];
  const page = query.data?.pages.at(-1)?.page;
  const loadMore = () => {
    if (!query.isFetching && !query.isFetchNextPageError) query.fetchNextPage();
  };
  const videoLimits = query.data?.pages.at(-1)?.videoLimits;
  return { query, images, page, videoLimits, total: page?.total ?? images.length, loadMore };
}

/** Lists the fields that show an image. */
export function imageUsesQuery({ _id }: Image) {
  return queryOptions({
    queryKey: [...imagesKey, 'uses', _id],
    queryFn: () => unwrap(api.client.upload.image[':id'].uses.$get({ param: { id: _id } })),
  });
}

/** Returns how many places are known to show an image; undefined if they were not loaded. */
export function countKnownUses(queryClient: QueryClient, image: Image): number | undefined {
  return queryClient.getQueryData(imageUsesQuery(image).queryKey)?.uses.length;
}

/** Loads the thumbnail of an image in the trash. It has no public address, so the session is needed. */
export function trashedThumbnailQuery({ _id }: Image) {
  return queryOptions({
    // Outside `imagesKey`: the thumbnail does not change with the library.
    queryKey: ['trashed-thumbnail', _id],
    queryFn: async () => {
      const reply = await api.client.upload.image[':id'].thumbnail.$get({ param: { id: _id } });
      if (!reply.ok) throw new ApiError('', { code: 'not-found', status: reply.status });
      return reply.blob();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Loads the uploaded file of an image, which has no public address. */
export function originalQuery({ _id, url }: Image) {
  return queryOptions({
    // Outside `imagesKey`: the original changes only with the file, and then the address changes as well.
    queryKey: ['image-original', _id, url],
    queryFn: async () => {
      const reply = await api.client.upload.image[':id'].original.$get({ param: { id: _id } });
      if (reply.ok) return reply.blob();
      const isMissing = Number(reply.status) === 409;
      const message = isMissing ? 'The original file is missing. Replace the file, then crop it.' : '';
      throw new ApiError(message, { code: isMissing ? 'conflict' : 'not-found', status: reply.status });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Reloads everything that depends on the images of the library. */
export function refreshImages(queryClient: QueryClient): void {
  queryClient.invalidateQueries({ queryKey: imagesKey });
  queryClient.invalidateQueries({ queryKey: dashboardKey });
}

/**
 * Returns the address of the smallest variant, so that long grids load quickly; of a video that of its poster image, or
 * undefined if it has none that can be shown here.
 */
export function getThumbnailUrl(image: Pick<Image, 'url' | 'variants' | 'video'>): string | undefined {
  if (image.video) return getPosterThumbnail(image.video.poster);
  return image.variants.find(({ width, format }) => width <= 480 && format === 'webp')?.url ?? image.url;
}

function getPosterThumbnail(poster: string): string | undefined {
  const art = findArt(poster);
  if (art) return getArtThumbnail(art);
  return getPublicId(poster) && poster;
}

/** Returns the absolute address, for use on other sites. */
export function getPublicUrl({ url }: Image): string {
  return new URL(url, window.location.origin).href;
}
