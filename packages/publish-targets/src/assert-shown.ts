import { createHash } from 'node:crypto';
import { type ReleaseManifest, releaseMarkSchema } from '@threadline/schema/wire/release';

const replyTimeoutMs = 10_000;

/** Requests a file like a visitor without compression and caches. @throws Error that names the address */
export async function requestPage(url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, {
    headers: { 'cache-control': 'no-cache', 'accept-encoding': 'identity' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(replyTimeoutMs)]),
  });
  if (response.ok) return response;
  await response.body?.cancel();
  throw new Error(`${url} answered ${response.status}`);
}

/** Returns the id of the release that a public address shows. @throws Error that names the address */
export async function readShownId(publicUrl: string, signal: AbortSignal): Promise<string> {
  const url = `${publicUrl}/release.json`;
  const response = await requestPage(url, signal);
  const mark = releaseMarkSchema.safeParse(await response.json().catch(() => undefined));
  if (!mark.success) throw new Error(`${url} is not the release.json of a site`);
  return mark.data.id;
}

/** @throws Error that states what the public address shows instead of the release */
export async function assertShown(publicUrl: string, manifest: ReleaseManifest, signal: AbortSignal): Promise<void> {
  if ((await readShownId(publicUrl, signal)) !== manifest.id)
    throw new Error(`${publicUrl}/release.json shows another release`);
  const page = await (await requestPage(`${publicUrl}/`, signal)).bytes();
  const sha256 = createHash('sha256').update(page).digest('hex');
  if (sha256 !== manifest.files['/']?.sha256) throw new Error(`${publicUrl}/ shows other bytes than the release`);
}
