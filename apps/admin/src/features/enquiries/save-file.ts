import { ApiError } from '../../api.ts';

/**
 * Offers a reply as a file: a plain link could not carry the session.
 *
 * @throws ApiError when the server refuses
 */
export async function saveReply(call: Promise<Response>, name: string): Promise<void> {
  const reply = await call;
  if (!reply.ok)
    throw new ApiError('The file could not be made. Please try again.', { code: 'internal', status: reply.status });
  saveBlob(await reply.blob(), name);
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
