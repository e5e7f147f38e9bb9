import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fallbackOrder, type ReleaseManifest } from '@threadline/schema/release';
import { currentId, listReleases, restamp, switchCurrent } from './current.ts';
import { damagedName, removeDrafts } from './durable-files.ts';
import { publicName, readManifest, readWholeRelease } from './inspect.ts';
import type { MediaCache } from './media.ts';
import type { PageFile, ReleasePlan } from './plan.ts';
import { pruneReleases } from './prune.ts';
import { type Previous, startCompressing, writeRelease } from './write-release.ts';

/** The releases on disk, of which this process is the only writer. */
export function createReleaseStore(releasesDir: string, keep: number) {
  /** What `current` leads to, when this process has written or checked it. */
  let live: Previous | undefined;

  /**
   * Takes up a release that was written earlier, ready to be switched to.
   * @returns undefined if it is not kept any more, or not whole
   * @throws UnreadableReleaseError
   */
  async function reopen(id: string): Promise<ReleaseManifest | undefined> {
    const manifest = await readWholeRelease(join(releasesDir, id));
    if (manifest && live?.manifest.id !== id) await restamp(releasesDir, manifest);
    return manifest;
  }

  async function setAside(id: string): Promise<void> {
    const aside = join(releasesDir, damagedName(id));
    await rm(aside, { recursive: true, force: true });
    await renameIfPresent(join(releasesDir, id), aside);
  }

  /** Returns the first release that is intact, in the order in which they may stand in for `wanted`. */
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

    /**
     * Clears away what an earlier process left unfinished and checks what it left live. A damaged release is set aside as
     * soon as `current` leads to an intact one; without one it stays, because other servers may still show most of it.
     *
     * @returns the id of the release that should be live but is missing or damaged
     * @throws UnreadableReleaseError when a release cannot be read; nothing is set aside then
     */
    async open(media: MediaCache): Promise<string | undefined> {
      await mkdir(releasesDir, { recursive: true });
      await removeDrafts(releasesDir);
      const wanted = await currentId(releasesDir);
      const manifest = await findIntact(wanted).catch(async (error) => {
        // They were not checked.
        await media.clear();
        throw error;
      });
      const isDamaged = wanted !== undefined && manifest?.id !== wanted;
      // The images of a damaged release may be damaged in the cache as well: both are one file with two names.
      if (isDamaged) await media.clear();
      if (manifest) {
        const folder = join(releasesDir, manifest.id);
        if (manifest.id !== wanted) {
          await restamp(releasesDir, manifest);
          await switchCurrent(releasesDir, manifest.id);
        }
        if (isDamaged) await setAside(wanted);
        live = { folder, manifest };
        await media.adopt(manifest, join(folder, publicName));
      }
      return isDamaged ? wanted : undefined;
    },

    /** Makes the next `write` check the live release on disk again. */
    forgetLive(): void {
      live = undefined;
    },

    /** Begins what takes long about writing these pages. */
    prepare: (pages: readonly PageFile[]) => startCompressing(pages, live),

    /** Puts a release on disk, whole and synced. One that is there already stays as it is. */
    async write(plan: ReleasePlan): Promise<ReleaseManifest> {
      if (live?.manifest.id === plan.id) return live.manifest;
      return (await reopen(plan.id)) ?? (await writeRelease(releasesDir, plan, live));
    },

    async switchTo(manifest: ReleaseManifest): Promise<void> {
      if (live?.manifest.id === manifest.id) return;
      await switchCurrent(releasesDir, manifest.id);
      live = { folder: join(releasesDir, manifest.id), manifest };
    },

    /** Removes releases beyond the kept number, and images that none of the others shows. */
    async prune(media: MediaCache, alsoKeep: readonly string[] = []): Promise<void> {
      const { kept, removed } = await pruneReleases(releasesDir, { keep, alsoKeep });
      if (removed.length === 0) return;
      // The images of a manifest that cannot be read now are fetched again when they are needed.
      const manifests = await Promise.all(kept.map((id) => readManifest(join(releasesDir, id)).catch(() => undefined)));
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
