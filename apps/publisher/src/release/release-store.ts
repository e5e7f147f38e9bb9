import { lstat, mkdir, readlink, rename, rm, symlink, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { renameDurably } from '@threadline/files/durable-files';
import { toIndianDay } from '@threadline/schema/primitives/indian-time';
import { fallbackOrder, type ReleaseManifest } from '@threadline/schema/wire/release';
import type { MediaCache } from './media.ts';
import {
  createTemporaryName,
  getDamagedName,
  getNextActivationTime,
  listReleases,
  listSuffixes,
  manifestName,
  publicName,
  readActivationTime,
  readManifest,
  readWholeRelease,
  removeStaleFiles,
} from './release-files.ts';
import { type PageFile, type Previous, type ReleasePlan, startCompressing, writeRelease } from './write-release.ts';

/** The symbolic link to the live release. */
const linkName = 'current';
const daySeconds = 24 * 60 * 60;

/** How many releases stay on disk. */
export interface Retention {
  /** The releases that were activated last. */
  releases: number;
  /** The last release of each of so many days, in India. */
  days: number;
}

/** Manages the releases on disk. Only this process writes them. */
export function createReleaseStore(releasesDir: string, retention: Retention) {
  /** The release that `current` points to, once this process has written or verified it. */
  let live: Previous | undefined;

  /**
   * Prepares an earlier release for activation.
   * @returns undefined if it is no longer on disk, or damaged
   * @throws UnreadableReleaseError
   */
  async function reopen(id: string): Promise<ReleaseManifest | undefined> {
    const manifest = await readWholeRelease(join(releasesDir, id));
    if (manifest && live?.manifest.id !== id) await renewActivationTime(releasesDir, manifest);
    return manifest;
  }

  async function renameDamaged(id: string): Promise<void> {
    const target = join(releasesDir, getDamagedName(id));
    await rm(target, { recursive: true, force: true });
    await renameIfPresent(join(releasesDir, id), target);
  }

  /** Returns the first intact release in the order in which they replace `wanted`. */
  async function findIntact(wanted: string | undefined): Promise<ReleaseManifest | undefined> {
    for (const id of fallbackOrder(await listReleases(releasesDir), wanted)) {
      const manifest = await readWholeRelease(join(releasesDir, id));
      if (manifest) return manifest;
    }
    return undefined;
  }

  return {
    live: () => live?.manifest,
    reopen,
    /** Returns the folder of the files of a release. */
    publicDir: (id: string) => join(releasesDir, id, publicName),

    /**
     * Removes temporary files of an earlier process and verifies the live release. A damaged release is renamed as soon
     * as `current` points to an intact one; without one it stays, because other servers may still show most of it.
     *
     * @returns the id of the release that should be live but is missing or damaged
     * @throws UnreadableReleaseError if a release cannot be read; nothing is renamed then
     */
    async open(media: MediaCache): Promise<string | undefined> {
      await mkdir(releasesDir, { recursive: true });
      await removeStaleFiles(releasesDir);
      const wanted = await readCurrentId(releasesDir);
      const manifest = await findIntact(wanted).catch(async (error) => {
        // The images were not verified.
        await media.clear();
        throw error;
      });
      const isDamaged = wanted !== undefined && manifest?.id !== wanted;
      // The images of a damaged release may be damaged in the cache as well, because both are hard links to one file.
      if (isDamaged) await media.clear();
      if (manifest) {
        const folder = join(releasesDir, manifest.id);
        if (manifest.id !== wanted) {
          await renewActivationTime(releasesDir, manifest);
          await activateRelease(releasesDir, manifest.id);
        }
        if (isDamaged) await renameDamaged(wanted);
        live = { folder, manifest };
        await media.adopt(manifest, join(folder, publicName));
      }
      return isDamaged ? wanted : undefined;
    },

    /** Makes the next `write` verify the live release on disk. */
    forgetLive(): void {
      live = undefined;
    },

    /** Starts to compress these pages. */
    prepare: (pages: readonly PageFile[]) => startCompressing(pages, live),

    /** Writes a release to disk, complete and synced. An existing one stays unchanged. */
    async write(plan: ReleasePlan): Promise<ReleaseManifest> {
      if (live?.manifest.id === plan.id) return live.manifest;
      return (await reopen(plan.id)) ?? (await writeRelease(releasesDir, plan, live));
    },

    async activate(manifest: ReleaseManifest): Promise<void> {
      if (live?.manifest.id === manifest.id) return;
      await activateRelease(releasesDir, manifest.id);
      live = { folder: join(releasesDir, manifest.id), manifest };
    },

    /** Removes releases beyond the limit, and images that none of the remaining ones shows. */
    async prune(media: MediaCache, alsoKeep: readonly string[] = []): Promise<void> {
      const { remaining, removed } = await pruneReleases(releasesDir, { retention, alsoKeep });
      if (removed.length === 0) return;
      // The images of a manifest that cannot be read now are fetched again when they are needed.
      const manifests = await Promise.all(
        remaining.map((id) => readManifest(join(releasesDir, id)).catch(() => undefined)),
      );
      const paths = manifests.flatMap((manifest) => Object.keys(manifest?.files ?? {}));
      await media.keepOnly(new Set(paths.filter((path) => path.startsWith('/media/'))));
    },
  };
}

async function renameIfPresent(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

export type ReleaseStore = ReturnType<typeof createReleaseStore>;

/** Returns the id of the release that `current` points to. */
export async function readCurrentId(releasesDir: string): Promise<string | undefined> {
  const target = await readlink(join(releasesDir, linkName)).catch(() => undefined);
  return target === undefined ? undefined : basename(target);
}

/** Activates a release. At every moment, and after a power failure, the link points to a complete release. */
async function activateRelease(releasesDir: string, id: string): Promise<void> {
  const draft = join(releasesDir, createTemporaryName());
  const link = join(releasesDir, linkName);
  await symlink(id, draft);
  // A copy of the data folder may contain a folder in place of the link, which a rename cannot replace.
  const found = await lstat(link).catch(() => undefined);
  if (found?.isDirectory()) await rename(link, join(releasesDir, createTemporaryName()));
  await renameDurably(draft, link);
}

/** Gives an older release a new modification time before it is activated again, see `getNextActivationTime`. */
async function renewActivationTime(releasesDir: string, manifest: ReleaseManifest): Promise<void> {
  const mtimeS = await getNextActivationTime(releasesDir);
  const folder = join(releasesDir, manifest.id);
  const files = Object.values(manifest.files)
    .filter((entry) => !entry.immutable)
    .flatMap((entry) => listSuffixes(entry).map((suffix) => join(folder, publicName, entry.file + suffix)));
  await Promise.all([...files, join(folder, manifestName)].map((file) => utimes(file, mtimeS, mtimeS)));
}

/**
 * Removes all releases but those of the retention. The one that `current` points to always stays, and so do those of
 * `alsoKeep`.
 */
async function pruneReleases(
  releasesDir: string,
  { retention, alsoKeep = [] }: { retention: Retention; alsoKeep?: readonly string[] },
): Promise<{ remaining: string[]; removed: string[] }> {
  const ids = await listReleases(releasesDir);
  const dated = await Promise.all(
    ids.map(async (id) => ({ id, activatedS: await readActivationTime(releasesDir, id).catch(() => 0) })),
  );
  const sorted = dated.sort((one, other) => other.activatedS - one.activatedS);
  const newestFirst = sorted.map(({ id }) => id);
  const remaining = new Set([
    ...newestFirst.slice(0, retention.releases),
    ...findLastOfDays(sorted, retention.days),
    ...alsoKeep,
    await readCurrentId(releasesDir),
  ]);
  const removed = newestFirst.filter((id) => !remaining.has(id));
  for (const id of removed) {
    // Renamed first, so that a partly deleted release never has the name of a release.
    const draft = join(releasesDir, createTemporaryName());
    await rename(join(releasesDir, id), draft);
    await rm(draft, { recursive: true, force: true });
  }
  return { remaining: newestFirst.filter((id) => remaining.has(id)), removed };
}

/** Returns the last release of each recent day. */
function findLastOfDays(newestFirst: readonly { id: string; activatedS: number }[], days: number): string[] {
  const oldestS = Date.now() / 1000 - days * daySeconds;
  const recent = newestFirst.filter(({ activatedS }) => activatedS > oldestS);
  const byDay = Map.groupBy(recent, ({ activatedS }) => toIndianDay(new Date(activatedS * 1000)));
  return [...byDay.values()].flatMap(([last]) => last?.id ?? []);
}
