import type { Image } from '@threadline/schema/image';
import { imageKinds, maxImageBytes } from '@threadline/schema/image';
import type { InferResponseType } from 'hono/client';
import { ApiError, answerOf, api } from '../../api/client.ts';
import { acceptedTypes } from './choose-files.ts';

/** Why a file cannot be sent at all; the server decides by decoding. */
export function refusalOf({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!acceptedTypes.includes(type))
    return `This kind of file is not supported. Export it as ${imageKinds} and add it again.`;
  if (size > maxImageBytes) return `The file is larger than ${maxImageBytes / 1024 / 1024} MB.`;
  return undefined;
}

interface Upload {
  file: File;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

type UploadReply = InferResponseType<typeof api.client.upload.multiple.$post>;

/** Sends one file; `fetch` cannot tell how much of it has left. Refreshes the session once, as every call does. */
export async function uploadImage(upload: Upload): Promise<{ image: Image; isKnown: boolean }> {
  const token = api.token();
  let reply = await post(upload, token);
  if (reply.status === 401 && token && (await api.refresh(token))) reply = await post(upload, api.token());
  const { images, known, failures } = await answerOf({
    ok: reply.status >= 200 && reply.status < 300,
    status: reply.status,
    json: async () => JSON.parse(reply.responseText) as UploadReply,
  });
  const [image] = images;
  if (!image)
    throw new ApiError(failures[0]?.detail ?? 'The server did not keep the file.', { code: 'validation-failed' });
  return { image, isKnown: known.includes(image._id) };
}

function post({ file, onProgress, signal }: Upload, token: string | null): Promise<XMLHttpRequest> {
  // A cancellation during the refresh has no request to abort yet.
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append('images', file);
    request.open('POST', '/api/upload/multiple');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.floor((loaded / total) * 100) : 0);
    request.onload = () => resolve(request);
    request.onerror = () => reject(new ApiError('The connection dropped. Nothing was stored.', { code: 'network' }));
    request.onabort = () => reject(new ApiError('Cancelled.', { code: 'network' }));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}
