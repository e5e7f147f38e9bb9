import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { imagePagesQuery } from './images-query.ts';

/** Images page by page, as the grids want them. */
export function useImagePages(wanted: Parameters<typeof imagePagesQuery>[0]) {
  const query = useInfiniteQuery(imagePagesQuery(wanted));
  const { isFetching, isFetchNextPageError, fetchNextPage } = query;
  const onEndNear = useCallback(() => {
    if (!isFetching && !isFetchNextPageError) fetchNextPage();
  }, [isFetching, isFetchNextPageError, fetchNextPage]);
  const images = query.data?.pages.flatMap((each) => each.images) ?? [];
  const page = query.data?.pages.at(-1)?.page;
  return { query, images, page, total: page?.total ?? images.length, onEndNear };
}
