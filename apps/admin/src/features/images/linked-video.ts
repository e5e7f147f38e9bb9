import { api, getErrorMessage, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { refreshImages } from './images-query.ts';

/** Fetches title and still picture of a video on YouTube or Vimeo. The still becomes an image of the library. */
export async function fetchLinkedVideo(href: string): Promise<{ title: string; poster: string }> {
  const { title, still } = await unwrap(api.client.upload['linked-video'].$post({ json: { href } }));
  if (still) refreshImages(queryClient);
  return { title, poster: still?.url ?? '' };
}

/** Returns why title and still are missing, as a sentence. */
export function describeVideoError(error: unknown): string {
  return getErrorMessage(error, 'The title and still could not be fetched. Fill them in by hand.');
}
