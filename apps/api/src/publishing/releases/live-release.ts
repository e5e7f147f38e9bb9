import { readdir, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type ReleaseBodies,
  readReleaseFile,
  readReleaseManifest,
  UnreadableReleaseError,
} from '@threadline/config/release-files';
import {
  fallbackOrder,
  type ReleaseFile,
  type ReleaseManifest,
  releaseIdSchema,
  releaseManifestSchema,
} from '@threadline/schema/release';

/** A file of the live release, in every encoding it was written in. */
export type ServedFile = ReleaseFile & ReleaseBodies;

interface LoadedRelease {
  manifest: ReleaseManifest;
  files: Map<string, ServedFile>;
}

/** A release that must not be served. `message` names its id and the first file that is wrong. */
export class DamagedReleaseError extends Error {
  constructor(id: string, reason: string) {
    super(`Release ${id} is damaged: ${reason}.`);
    this.name = 'DamagedReleaseError';
  }
}

/**
 * The release that visitors get, wholly in memory: activation is one assignment, so no response mixes two releases. Every
 * byte in memory was compared with the hash in its manifest.
 *
 * @param releasesDir `DATA_DIR/releases`
 * @param options.withMedia also loads the images, where the media store cannot answer for them
 */
export function createLiveRelease(releasesDir: string, { withMedia = false } = {}) {
  let live: LoadedRelease | undefined;

  async function read(id: string): Promise<LoadedRelease> {
    const folder = join(releasesDir, id);
    const manifest = await readReleaseManifest(folder, releaseManifestSchema);
    if (!manifest) throw new DamagedReleaseError(id, 'manifest.json is missing or damaged');
    const loaded = new Map([...(live?.files.values() ?? [])].map((file) => [file.sha256, file]));
    const files = new Map<string, ServedFile>();
    for (const [path, entry] of Object.entries(manifest.files)) {
      if (!withMedia && path.startsWith('/media/')) continue;
      const bodies = loaded.get(entry.sha256) ?? (await readReleaseFile(join(folder, 'public', entry.file), entry));
      if (!bodies) throw new DamagedReleaseError(id, `${entry.file} is missing or has other bytes`);
      files.set(path, { ...bodies, ...entry });
    }
    return { manifest, files };
  }

  return {
    /** @throws DamagedReleaseError or UnreadableReleaseError; what was live stays live */
    async load(id: string): Promise<void> {
      if (live?.manifest.id !== id) live = await read(id);
    },

    /**
     * Loads the release that the publisher activated last or, if that is damaged or cannot be read, the newest intact one.
     *
     * @param expected the id to look for when the link to the current release is lost
     * @returns why releases were passed over, one sentence each; `manifest()` is undefined when none is intact
     */
    async loadCurrent(expected: string | null = null): Promise<string[]> {
      const { ids, problems } = await listReleases(releasesDir);
      const current = await readlink(join(releasesDir, 'current')).then(basename, () => expected ?? undefined);
      if (current !== undefined && !ids.includes(current)) problems.push(`Release ${current} is missing.`);
      for (const id of fallbackOrder(ids, current)) {
        try {
          live = await read(id);
          break;
        } catch (error) {
          problems.push(describeProblem(error));
        }
      }
      return problems;
    },

    manifest: () => live?.manifest,
    file: (path: string) => live?.files.get(path),
  };
}

export type LiveRelease = ReturnType<typeof createLiveRelease>;

async function listReleases(releasesDir: string): Promise<{ ids: string[]; problems: string[] }> {
  try {
    const names = await readdir(releasesDir);
    return { ids: names.filter((name) => releaseIdSchema.safeParse(name).success), problems: [] };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { ids: [], problems: code === 'ENOENT' ? [] : [`The folder ${releasesDir} cannot be read (${code}).`] };
  }
}

/** @throws the error itself unless it is about the release */
function describeProblem(error: unknown): string {
  if (error instanceof DamagedReleaseError) return error.message;
  if (error instanceof UnreadableReleaseError) return `${error.message}.`;
  throw error;
}
