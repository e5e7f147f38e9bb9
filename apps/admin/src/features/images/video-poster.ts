import type { Image } from '@threadline/schema/content/image';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { refreshImages } from './images-query.ts';

/** Pages show a poster image at most this wide. */
const maxWidth = 1536;

/** Makes the picture that a video shows now its poster image: it is stored with the video. */
export async function makePoster(image: Image, element: HTMLVideoElement): Promise<Image> {
  const picture = await captureFrame(element);
  const name = image.originalName.replace(/\.[^.]*$/, '');
  const file = new File([picture], `${name} poster.jpg`, { type: picture.type });
  const body = new FormData();
  body.append('images', file);
  const param = { id: image._id };
  const changed = (await unwrap(api.client.upload.image[':id'].poster.$put({ param }, { init: { body } }))).image;
  refreshImages(queryClient);
  return changed;
}

/** @param poster the address of a picture */
export async function setPoster(image: Image, poster: string): Promise<Image> {
  const param = { id: image._id };
  const changed = (await unwrap(api.client.upload.image[':id'].$patch({ param, json: { poster } }))).image;
  refreshImages(queryClient);
  return changed;
}

/** Gives a new video a poster image from its beginning. Without one, an editor chooses it. */
export async function addFirstPoster(image: Image): Promise<void> {
  const element = Object.assign(document.createElement('video'), { muted: true, preload: 'auto', src: image.url });
  try {
    await waitFor(element, 'loadeddata');
    // The first picture is often black.
    element.currentTime = Math.min(1, (image.video?.durationMs ?? 0) / 3000);
    await waitFor(element, 'seeked');
    await makePoster(image, element);
  } catch {
    // This browser cannot show the video, or the session has ended.
  } finally {
    element.removeAttribute('src');
    element.load();
  }
}

function waitFor(element: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener(event, () => resolve(), { once: true });
    element.addEventListener('error', () => reject(new Error('The video cannot be shown.')), { once: true });
  });
}

function captureFrame(element: HTMLVideoElement): Promise<Blob> {
  const { videoWidth, videoHeight } = element;
  const width = Math.min(maxWidth, videoWidth);
  const height = Math.round((videoHeight * width) / videoWidth);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(element, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('The video shows no picture.')));
    canvas.toBlob(take, 'image/jpeg', 0.9);
  });
}
