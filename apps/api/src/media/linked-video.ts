import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type Image, maxAltLength, maxImageBytes } from '@threadline/schema/content/image';
import { findVideo } from '@threadline/schema/primitives/video-link';
import { z } from 'zod';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { ImageLibrary } from './library.ts';
import { receiveFile } from './receive-file.ts';
import { limitBytes, type StoreInput, sanitizeName } from './upload.ts';

/** The addresses at which a provider answers. Nothing else is ever requested. */
interface VideoSite {
  /** The oEmbed endpoint. */
  details: string;
  /** The origin of the poster images. */
  posters: string;
}

export type VideoSites = Record<'YouTube' | 'Vimeo', VideoSite>;

export const videoSites: VideoSites = {
  YouTube: { details: 'https://www.youtube.com/oembed', posters: 'https://i.ytimg.com' },
  Vimeo: { details: 'https://vimeo.com/api/oembed.json', posters: 'https://i.vimeocdn.com' },
};

const answerTimeoutMs = 8000;
const maxDetailsBytes = 64 * 1024;
/** The limit of the field that shows it. */
const maxTitleLength = 120;
const posterWidth = '1280';
const notFetched = 'The title and the poster image could not be fetched. Fill them in by hand.';

const detailsSchema = z.object({ title: z.string().min(1), thumbnail_url: z.string().max(2000).optional() });

interface LinkedVideoInput extends Omit<StoreInput, 'request'> {
  /** The address of a video on YouTube or Vimeo. */
  href: string;
  library: Pick<ImageLibrary, 'add'>;
  sites: VideoSites;
}

/**
 * Asks the provider of a video for its title and its poster image, which becomes an image of the library.
 *
 * @throws ProblemError 422 for another address, 503 if the provider does not name the video
 */
export async function fetchLinkedVideo(input: LinkedVideoInput): Promise<{ title: string; poster: Image | undefined }> {
  const { href, sites } = input;
  const provider = findVideo(href)?.provider;
  if (!provider)
    throw new ProblemError('validation-failed', { detail: 'Enter the address of a video on YouTube or Vimeo.' });
  const details = await fetchDetails(sites[provider], href).catch(() => undefined);
  if (!details) throw new ProblemError('unavailable', { detail: notFetched });
  const title = toTitle(details.title);
  const picture = URL.parse(details.thumbnail_url ?? '');
  const isOfSite = picture?.origin === sites[provider].posters;
  return { title, poster: isOfSite ? await storePoster(picture, title, input) : undefined };
}

async function fetchDetails({ details }: VideoSite, href: string) {
  const url = new URL(details);
  url.search = new URLSearchParams({ url: href, format: 'json', width: posterWidth }).toString();
  const chunks: Uint8Array[] = [];
  for await (const chunk of await request(url, maxDetailsBytes)) chunks.push(chunk);
  return detailsSchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
}

/** Returns the new image; undefined if the picture cannot be fetched or is none that the library accepts. */
async function storePoster(
  url: URL,
  title: string,
  { library, folder, by, assertSessionActive }: LinkedVideoInput,
): Promise<Image | undefined> {
  const body = await request(url, maxImageBytes).catch(() => undefined);
  const received = body && (await receiveFile(body, join(folder, 'poster')).catch(() => undefined));
  assertSessionActive();
  if (!received || received.refusal) return undefined;
  const name = `Poster image of ${title}`;
  const file = { ...received, name: sanitizeName(name), tags: ['poster image'], alt: name.slice(0, maxAltLength) };
  return library.add(file, by).then(
    ({ image }) => image,
    (error: unknown) => {
      if (error instanceof ProblemError) return undefined;
      throw error;
    },
  );
}

/** Returns the body of a good answer, which ends with an error beyond the limits. Redirects are refused. */
async function request(url: URL, maxBytes: number): Promise<AsyncIterable<Uint8Array>> {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const { ok, body, status } = await fetch(url, { redirect: 'error', credentials: 'omit', signal });
  if (!ok || !body) {
    await body?.cancel(); // frees the connection
    throw new Error(`The provider answered with ${status}.`);
  }
  const tooLarge = () => new ProblemError('payload-too-large');
  return limitBytes(maxBytes, tooLarge)(Readable.fromWeb(body as ReadableStream));
}

/** Returns a title in one line, without characters that cannot be stored. */
function toTitle(title: string): string {
  const line = title.toWellFormed().replace(/[\s\p{Cc}]+/gu, ' ');
  return line.trim().slice(0, maxTitleLength).toWellFormed().trim();
}
