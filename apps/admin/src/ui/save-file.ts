import { unwrap } from '../api/client.ts';

/**
 * Saves a reply as a file. A plain link could not send the token.
 *
 * @throws ApiError with the message of the server
 */
export async function saveReply(call: Promise<Response>, name: string): Promise<void> {
  const reply = await call;
  if (!reply.ok) return void (await unwrap(reply));
  saveBlob(await reply.blob(), name);
}

/** The browser reads the file some time after the click. */
const readMs = 40_000;

/** Saves a file that the page has created. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), readMs);
}
