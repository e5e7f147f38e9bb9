import { unwrap } from '../api/client.ts';

/**
 * Offers a reply as a file: a plain link could not carry the session.
 *
 * @throws ApiError with the server's own sentence when it refuses
 */
export async function saveReply(call: Promise<Response>, name: string): Promise<void> {
  const reply = await call;
  if (!reply.ok) return void (await unwrap(reply));
  saveBlob(await reply.blob(), name);
}

/** A browser starts to read the file some time after the click. */
const readMs = 40_000;

/** Offers a file that the page has made. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), readMs);
}
