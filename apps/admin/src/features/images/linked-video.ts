import { api, getErrorMessage, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { refreshImages } from './images-query.ts';

/** Fetches title and poster image of a video on YouTube or Vimeo. The poster image becomes an image of the library. */
export async function fetchLinkedVideo(href: string): Promise<{ title: string; poster: string }> {
  const { title, poster } = await unwrap(api.client.upload['linked-video'].$post({ json: { href } }));
  if (poster) refreshImages(queryClient);
  return { title, poster: poster?.url ?? '' };
}

/** Returns why title and poster image are missing, as a sentence. */
export function describeVideoError(error: unknown): string {
  return getErrorMessage(error, 'The title and the poster image could not be fetched. Fill them in by hand.');
}
