import { lstat, readdir, readlink, rename, rm, stat, symlink, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { renameDurably } from '@threadline/files/durable-files';
import { type ReleaseManifest, releaseIdSchema } from '@threadline/schema/wire/release';
import { createTemporaryName, listSuffixes, manifestName, publicName } from './release-files.ts';

const linkName = 'current';

/** Returns the id of the release that `current` points to. */
export async function currentId(releasesDir: string): Promise<string | undefined> {
  const target = await readlink(join(releasesDir, linkName)).catch(() => undefined);
  return target === undefined ? undefined : basename(target);
}

/** Returns the ids of all releases on disk, in no particular order. */
export async function listReleases(releasesDir: string): Promise<string[]> {
  return (await readdir(releasesDir)).filter((name) => releaseIdSchema.safeParse(name).success);
}

/** Activates a release. At every moment, and after a power failure, the link points to a complete release. */
export async function activateRelease(releasesDir: string, id: string): Promise<void> {
  const draft = join(releasesDir, createTemporaryName());
  const link = join(releasesDir, linkName);
  await symlink(id, draft);
  // A copy of the data folder may contain a folder in place of the link, which a rename cannot replace.
  const found = await lstat(link).catch(() => undefined);
  if (found?.isDirectory()) await rename(link, join(releasesDir, createTemporaryName()));
  await renameDurably(draft, link);
}

/** Returns when a release was last activated, in whole seconds: the modification time of its manifest. */
export async function readActivationTime(releasesDir: string, id: string): Promise<number> {
  return Math.floor((await stat(join(releasesDir, id, manifestName))).mtimeMs / 1000);
}

/**
 * Returns the modification time for the next release to activate, in whole seconds. nginx and Caddy derive their ETag
 * from time and size alone, so two releases with the same second would share it and a cache would keep the old page
 * forever.
 */
export async function getNextActivationTime(releasesDir: string): Promise<number> {
  const ids = await listReleases(releasesDir);
  const times = await Promise.all(ids.map((id) => readActivationTime(releasesDir, id).catch(() => 0)));
  return Math.max(Math.floor(Date.now() / 1000), ...times.map((mtimeS) => mtimeS + 1));
}

/** Gives an older release a new modification time before it is activated again, for the same reason. */
export async function renewActivationTime(releasesDir: string, manifest: ReleaseManifest): Promise<void> {
  const mtimeS = await getNextActivationTime(releasesDir);
  const folder = join(releasesDir, manifest.id);
  const files = Object.values(manifest.files)
    .filter((entry) => !entry.immutable)
    .flatMap((entry) => listSuffixes(entry).map((suffix) => join(folder, publicName, entry.file + suffix)));
  await Promise.all([...files, join(folder, manifestName)].map((file) => utimes(file, mtimeS, mtimeS)));
}

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
