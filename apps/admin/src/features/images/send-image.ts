import { type Image, maxImageBytes, type VideoLimits } from '@threadline/schema/content/image';
import type { InferResponseType } from 'hono/client';
import { ApiError, api, unwrap } from '../../api/client.ts';
import { formatCount } from '../../format/numbers.ts';

/** The types that the file dialog offers. The server decides by decoding the file. */
export const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/svg+xml'];

/** MOV too: phones record it, and the server makes MP4 of it. */
export const videoTypes = ['video/mp4', 'video/quicktime', 'video/webm', 'video/x-m4v'];

/** Which files a place takes: pictures, videos, or both. */
export interface AcceptedFiles {
  pictures: boolean;
  videos: boolean;
  /** Undefined until the server has sent them: it checks each video too. */
  videoLimits?: VideoLimits | undefined;
}

const onlyPictures: AcceptedFiles = { pictures: true, videos: false };

/** Returns why a file cannot be uploaded; undefined if it may be sent. */
export function findFileError(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  { pictures, videos, videoLimits }: AcceptedFiles = onlyPictures,
): string | undefined {
  if (videos && (type.startsWith('video/') || !pictures)) {
    if (!videoTypes.includes(type)) return formatUnsupported({ pictures, videos });
    if (!videoLimits || size <= videoLimits.bytes) return undefined;
    return `The video is larger than ${formatVideoSize(videoLimits)}. Export it smaller, or link to it on YouTube or Vimeo.`;
  }
  if (type.startsWith('video/')) return 'Choose an image, not a video.';
  if (!acceptedTypes.includes(type)) return explainKnownType(name) ?? formatUnsupported({ pictures, videos });
  if (size > maxImageBytes)
    return `The file is larger than ${maxImageBytes / 1024 / 1024} MB. Make the image smaller, for example 2,500 pixels wide, and upload it again.`;
  return undefined;
}

/** Explains what to do with a file that people often have. Its name is checked because not every browser knows the type. */
function explainKnownType(name: string): string | undefined {
  if (/\.hei[cf]$/i.test(name))
    return 'Most browsers cannot show HEIC photos. Upload the photo from the iPhone, which converts it to JPG. For new photos, choose Settings, Camera, Formats, Most Compatible on the iPhone.';
  if (/\.pdf$/i.test(name))
    return 'A PDF is not an image. Save the page that you need as a JPG or PNG image, and upload that.';
  return undefined;
}

function formatUnsupported({ pictures, videos }: AcceptedFiles): string {
  const kinds = [pictures && 'a PNG, JPG, WebP or SVG image', videos && 'an MP4, MOV or WebM video'].filter(Boolean);
  return `This file type is not supported. Choose ${kinds.join(', or ')}.`;
}

const formatVideoSize = ({ bytes }: VideoLimits) => `${Math.floor(bytes / 1024 / 1024)} MB`;

/** Returns which videos are accepted, as a hint. */
export function describeVideoLimits(limits: VideoLimits): string {
  const { seconds } = limits;
  const duration = seconds % 60 === 0 ? formatCount(seconds / 60, 'minute') : `${seconds} seconds`;
  return `Videos: MP4 (H.264), MOV or WebM, max ${formatVideoSize(limits)} and ${duration} each`;
}

interface Upload {
  file: File;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

type UploadReply = InferResponseType<typeof api.client.upload.multiple.$post>;
type VideoReply = InferResponseType<typeof api.client.upload.video.$post>;

/**
 * Uploads one image or video. Uses XMLHttpRequest because `fetch` reports no upload progress. Renews the session once on 401.
 *
 * @returns the image, and whether the library already had it
 * @throws ApiError when the server refuses the file
 */
export async function sendImage(upload: Upload): Promise<{ image: Image; isKnown: boolean }> {
  const token = api.token();
  let reply = await post(upload, token);
  if (reply.status === 401 && token && (await api.refresh(token))) reply = await post(upload, api.token());
  const stored = await unwrap({
    ok: reply.status >= 200 && reply.status < 300,
    status: reply.status,
    json: async () => JSON.parse(reply.responseText) as UploadReply | VideoReply,
  });
  if ('image' in stored) return { image: stored.image, isKnown: stored.known };
  const { images, known, failures } = stored;
  const [image] = images;
  if (!image) throw new ApiError(failures[0]?.detail ?? 'The file was not accepted.', { code: 'validation-failed' });
  return { image, isKnown: known.includes(image._id) };
}

/** Replaces the file of an image. @throws ApiError when the server refuses it */
export async function replaceImageFile(id: string, file: File): Promise<Image> {
  const body = new FormData();
  body.append('images', file);
  const { image } = await unwrap(api.client.upload.image[':id'].file.$put({ param: { id } }, { init: { body } }));
  return image;
}

function post({ file, onProgress, signal }: Upload, token: string | null): Promise<XMLHttpRequest> {
  // During the renewal of the session there is no request that an abort could stop.
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const isVideo = file.type.startsWith('video/');
    const name = encodeURIComponent(file.name);
    request.open('POST', isVideo ? `/api/upload/video?name=${name}` : '/api/upload/multiple');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.floor((loaded / total) * 100) : 0);
    request.onload = () => resolve(request);
    request.onerror = () =>
      reject(new ApiError('The connection was lost, so the file was not uploaded. Try again.', { code: 'network' }));
    request.onabort = () => reject(new ApiError('Cancelled.', { code: 'network' }));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(isVideo ? file : createForm(file));
  });
}

function createForm(file: File): FormData {
  const form = new FormData();
  form.append('images', file);
  return form;
}
