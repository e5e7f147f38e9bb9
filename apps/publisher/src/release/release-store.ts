import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseManifest } from '@threadline/schema/release';
import { currentId, restamp, switchCurrent } from './current.ts';
import { removeDrafts } from './durable-files.ts';
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
   */
  async function reopen(id: string): Promise<ReleaseManifest | undefined> {
    const manifest = await readWholeRelease(join(releasesDir, id));
    if (manifest && live?.manifest.id !== id) await restamp(releasesDir, manifest);
    return manifest;
  }

  return {
    live: () => live?.manifest,
    reopen,

    /** Clears away what an earlier process left unfinished, and looks at what it left live. */
    async open(media: MediaCache): Promise<void> {
      await mkdir(releasesDir, { recursive: true });
      await removeDrafts(releasesDir);
      const id = await currentId(releasesDir);
      const manifest = id === undefined ? undefined : await readWholeRelease(join(releasesDir, id));
      if (!manifest) return;
      live = { folder: join(releasesDir, manifest.id), manifest };
      await media.adopt(manifest, join(live.folder, publicName));
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
      const manifests = await Promise.all(kept.map((id) => readManifest(join(releasesDir, id))));
      const paths = manifests.flatMap((manifest) => Object.keys(manifest?.files ?? {}));
      await media.keepOnly(new Set(paths.filter((path) => path.startsWith('/media/'))));
    },
  };
}

export type ReleaseStore = ReturnType<typeof createReleaseStore>;
