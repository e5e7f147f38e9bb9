import { type Image, imageKinds, maxImageBytes } from '@threadline/schema/content/image';
import type { InferResponseType } from 'hono/client';
import { ApiError, api, unwrap } from '../../api/client.ts';

/** The types that the file dialog offers. The server decides by decoding the file. */
export const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'];

/** Returns why a file cannot be uploaded; undefined if it may be sent. */
export function findFileError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!acceptedTypes.includes(type)) return `This file type is not supported. Export the image as ${imageKinds}.`;
  if (size > maxImageBytes) return `The file is larger than ${maxImageBytes / 1024 / 1024} MB.`;
  return undefined;
}

interface Upload {
  file: File;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

type UploadReply = InferResponseType<typeof api.client.upload.multiple.$post>;

/**
 * Uploads one image. Uses XMLHttpRequest because `fetch` reports no upload progress. Renews the session once on 401.
 *
 * @returns the image, and whether the library already had it
 * @throws ApiError when the server refuses the file
 */
export async function sendImage(upload: Upload): Promise<{ image: Image; isKnown: boolean }> {
  const token = api.token();
  let reply = await post(upload, token);
  if (reply.status === 401 && token && (await api.refresh(token))) reply = await post(upload, api.token());
  const { images, known, failures } = await unwrap({
    ok: reply.status >= 200 && reply.status < 300,
    status: reply.status,
    json: async () => JSON.parse(reply.responseText) as UploadReply,
  });
  const [image] = images;
  if (!image) throw new ApiError(failures[0]?.detail ?? 'The server refused the file.', { code: 'validation-failed' });
  return { image, isKnown: known.includes(image._id) };
}

function post({ file, onProgress, signal }: Upload, token: string | null): Promise<XMLHttpRequest> {
  // During the renewal of the session there is no request that an abort could stop.
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append('images', file);
    request.open('POST', '/api/upload/multiple');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.floor((loaded / total) * 100) : 0);
    request.onload = () => resolve(request);
    request.onerror = () =>
      reject(new ApiError('The connection was lost and nothing was stored. Try again.', { code: 'network' }));
    request.onabort = () => reject(new ApiError('Cancelled.', { code: 'network' }));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}
