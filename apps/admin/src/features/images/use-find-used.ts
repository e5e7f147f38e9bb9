import { useQueryClient } from '@tanstack/react-query';
import type { Image } from '@threadline/schema/content/image';
import { imageUsesQuery } from './images-query.ts';

/** More are not asked for: each is a request. */
const maxAsked = 40;

/**
 * Returns a function that finds which images are used on the site or by a video. The server does not delete these. It returns
 * undefined for many images.
 */
export function useFindUsed() {
  const queryClient = useQueryClient();
  return async (images: readonly Image[]): Promise<Image[] | undefined> => {
    if (images.length > maxAsked) return undefined;
    const isUsed = async (image: Image) => {
      // The server decides in the end, so the question does not depend on this answer.
      const { uses, videos } = await queryClient
        .fetchQuery({ ...imageUsesQuery(image), staleTime: 0 })
        .catch(() => ({ uses: [], videos: [] }));
      return uses.length + videos.length > 0;
    };
    const used = await Promise.all(images.map(isUsed));
    return images.filter((_, index) => used[index]);
  };
}
