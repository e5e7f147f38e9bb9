import { lstat, readdir, readlink, rename, stat, symlink, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { renameDurably } from '@threadline/files/durable-files';
import { type ReleaseManifest, releaseIdSchema } from '@threadline/schema/release';
import { draftName } from './durable-files.ts';
import { manifestName, publicName } from './inspect.ts';
import { suffixesOf } from './static-file.ts';

const linkName = 'current';

/** The id of the release that `current` points to. */
export async function currentId(releasesDir: string): Promise<string | undefined> {
  const target = await readlink(join(releasesDir, linkName)).catch(() => undefined);
  return target === undefined ? undefined : basename(target);
}

/** Ids of all releases on disk, in no particular order. */
export async function listReleases(releasesDir: string): Promise<string[]> {
  return (await readdir(releasesDir)).filter((name) => releaseIdSchema.safeParse(name).success);
}

/** Makes a release the current one: at every moment, and after a power cut, the link leads to a whole release. */
export async function switchCurrent(releasesDir: string, id: string): Promise<void> {
  const draft = join(releasesDir, draftName());
  const link = join(releasesDir, linkName);
  await symlink(id, draft);
  // A copy of the data folder may have replaced the link by the folder it led to, which a rename cannot replace.
  const found = await lstat(link).catch(() => undefined);
  if (found?.isDirectory()) await rename(link, join(releasesDir, draftName()));
  await renameDurably(draft, link);
}

/** When a release was last switched to, in whole seconds; kept as the time of its manifest. */
export async function stampOf(releasesDir: string, id: string): Promise<number> {
  return Math.floor((await stat(join(releasesDir, id, manifestName))).mtimeMs / 1000);
}

/**
 * File time for what is switched to next, in whole seconds. nginx and Caddy derive their ETag from time and size alone,
 * so two releases of one second would share it and a cache would keep the old page for ever.
 */
export async function nextStamp(releasesDir: string): Promise<number> {
  const ids = await listReleases(releasesDir);
  const stamps = await Promise.all(ids.map((id) => stampOf(releasesDir, id).catch(() => 0)));
  return Math.max(Math.floor(Date.now() / 1000), ...stamps.map((stamp) => stamp + 1));
}

/** Gives an older release a new time before it is switched to again, for the same reason. */
export async function restamp(releasesDir: string, manifest: ReleaseManifest): Promise<void> {
  const stamp = await nextStamp(releasesDir);
  const folder = join(releasesDir, manifest.id);
  const files = Object.values(manifest.files)
    .filter((entry) => !entry.immutable)
    .flatMap((entry) => suffixesOf(entry).map((suffix) => join(folder, publicName, entry.file + suffix)));
  await Promise.all([...files, join(folder, manifestName)].map((file) => utimes(file, stamp, stamp)));
}
