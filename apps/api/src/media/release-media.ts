import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseIdSchema } from '@threadline/schema/release';

/**
 * An image that was deleted from the library but is still shown by a kept release, which has a copy of its own: a release
 * that is brought back comes with its pictures.
 *
 * @param file a name that fits `mediaPath`, never a path
 */
export async function readKeptMedia(releasesDir: string, file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const names = await readdir(releasesDir).catch(() => []);
  const newestFirst = names
    .filter((name) => releaseIdSchema.safeParse(name).success)
    .sort()
    .reverse();
  for (const id of newestFirst) {
    const found = await readFile(join(releasesDir, id, 'public', 'media', file)).catch(() => undefined);
    if (found) return found;
  }
  return undefined;
}
