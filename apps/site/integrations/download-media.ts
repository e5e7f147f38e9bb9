import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Snapshot } from '@threadline/schema/content/snapshot';

/**
 * Copies the library images that the content mentions from a running API into a static build.
 * @param folder the build's output folder; files land under `<folder>/media/`
 * @throws Error naming the first image that the API does not hand out
 */
export async function downloadMedia(snapshot: Snapshot, contentUrl: string, folder: string): Promise<number> {
  const urls = Object.values(snapshot.images).flatMap((image) => image.variants.map((variant) => variant.url));
  if (urls.length > 0) await mkdir(path.join(folder, 'media'), { recursive: true });
  for (const url of urls) {
    const response = await fetch(`${contentUrl}${url}`, { redirect: 'manual' });
    if (!response.ok) throw new Error(`${contentUrl}${url} answered ${response.status}; the page would miss an image.`);
    await writeFile(path.join(folder, url), response.body ?? new Uint8Array());
  }
  return urls.length;
}
