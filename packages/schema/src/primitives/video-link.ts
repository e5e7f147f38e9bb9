import { z } from 'zod';
import { type InputKind, videoPath } from './fields.ts';

/** A video on the site of a provider. */
export interface EmbeddedVideo {
  provider: 'YouTube' | 'Vimeo';
  /** The origin of the player. */
  origin: string;
  /** The address of the player. It starts at once. */
  playerUrl: string;
}

const youTubeHosts = ['youtube.com', 'm.youtube.com', 'youtu.be', 'youtube-nocookie.com'];
const youTubePath = /^\/(?:shorts\/|live\/|embed\/)?([\w-]{11})\/?$/;
const vimeoPath = /^\/(?:video\/)?(\d{6,12})(?:\/([0-9a-f]{8,12}))?\/?$/;

/** Returns the video that an address of YouTube or Vimeo leads to; undefined for other addresses. */
export function findVideo(href: string): EmbeddedVideo | undefined {
  const url = URL.parse(href);
  if (url?.protocol !== 'https:') return undefined;
  const host = url.host.replace(/^www\./, '');
  if (youTubeHosts.includes(host)) {
    const [, id] = youTubePath.exec(url.pathname === '/watch' ? `/${url.searchParams.get('v')}` : url.pathname) ?? [];
    const origin = 'https://www.youtube-nocookie.com';
    return id ? { provider: 'YouTube', origin, playerUrl: `${origin}/embed/${id}?autoplay=1` } : undefined;
  }
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return undefined;
  const [, id, hash = url.searchParams.get('h')] = vimeoPath.exec(url.pathname) ?? [];
  const origin = 'https://player.vimeo.com';
  const secret = hash && /^[0-9a-f]{8,12}$/.test(hash) ? `&h=${hash}` : '';
  return id ? { provider: 'Vimeo', origin, playerUrl: `${origin}/video/${id}?dnt=1&autoplay=1${secret}` } : undefined;
}

/** Returns whether an address is that of an uploaded video. */
export function isUploadedVideo(href: string): boolean {
  return videoPath.test(href);
}

/** A video: one of Image Management (`/media/…`), or the address of one on YouTube or Vimeo. */
export function videoSource(title: string, { hint }: { hint?: string } = {}) {
  return z
    .string({ error: 'Choose a video.' })
    .max(200, { error: 'Use at most 200 characters.', abort: true })
    .refine((value) => value !== '', { error: 'Choose a video, or enter the address of one.', abort: true })
    .refine((value) => isUploadedVideo(value) || findVideo(value) !== undefined, {
      error: 'Enter the address of a video on YouTube or Vimeo, such as https://youtu.be/dQw4w9WgXcQ.',
    })
    .meta({ title, description: hint, input: 'video' satisfies InputKind, optional: false });
}
