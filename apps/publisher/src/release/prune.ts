import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { currentId, listReleases, readActivationTime } from './current.ts';
import { createTemporaryName } from './durable-files.ts';

/**
 * Removes all releases but those that were activated last. The one that `current` points to always stays, and so do
 * those of `alsoKeep`.
 */
export async function pruneReleases(
  releasesDir: string,
  { keep, alsoKeep = [] }: { keep: number; alsoKeep?: readonly string[] },
): Promise<{ kept: string[]; removed: string[] }> {
  const ids = await listReleases(releasesDir);
  const stamped = await Promise.all(
    ids.map(async (id) => ({ id, stamp: await readActivationTime(releasesDir, id).catch(() => 0) })),
  );
  const newestFirst = stamped.sort((one, other) => other.stamp - one.stamp).map(({ id }) => id);
  const precious = new Set([...newestFirst.slice(0, keep), ...alsoKeep, await currentId(releasesDir)]);
  const removed = newestFirst.filter((id) => !precious.has(id));
  for (const id of removed) {
    // Renamed first, so that a partly deleted release never has the name of a release.
    const draft = join(releasesDir, createTemporaryName());
    await rename(join(releasesDir, id), draft);
    await rm(draft, { recursive: true, force: true });
  }
  return { kept: newestFirst.filter((id) => precious.has(id)), removed };
}
