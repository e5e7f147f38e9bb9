import { createHash } from 'node:crypto';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  fallbackOrder,
  type ReleaseFile,
  type ReleaseManifest,
  releaseIdSchema,
  releaseManifestSchema,
  type StoredBytes,
} from '@threadline/schema/release';

/** A file of the live release, in every encoding it was written in. */
export interface ServedFile extends ReleaseFile {
  body: Uint8Array<ArrayBuffer>;
  br?: Uint8Array<ArrayBuffer>;
  gzip?: Uint8Array<ArrayBuffer>;
}

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
 * The release that visitors get, wholly in memory: switching is one assignment, so nobody can meet half of one. Every
 * byte in memory was compared with the hash in its manifest.
 *
 * @param releasesDir `DATA_DIR/releases`
 * @param options.withMedia also loads the images, where the media store cannot answer for them
 */
export function createLiveRelease(releasesDir: string, { withMedia = false } = {}) {
  let live: LoadedRelease | undefined;

  async function read(id: string): Promise<LoadedRelease> {
    const folder = join(releasesDir, id);
    const manifest = await readManifest(id, join(folder, 'manifest.json'));
    const loaded = new Map([...(live?.files.values() ?? [])].map((file) => [file.sha256, file]));
    const files = Object.entries(manifest.files)
      .filter(([path]) => withMedia || !path.startsWith('/media/'))
      .map(async ([path, entry]): Promise<[string, ServedFile]> => {
        const same = loaded.get(entry.sha256);
        const file = same ? { ...same, ...entry } : await readServedFile(join(folder, 'public'), entry);
        if (!file) throw new DamagedReleaseError(id, `${entry.file} is missing or has other bytes`);
        return [path, file];
      });
    return { manifest, files: new Map(await Promise.all(files)) };
  }

  return {
    /** @throws DamagedReleaseError when it is not whole; what was live stays live */
    async load(id: string): Promise<void> {
      if (live?.manifest.id !== id) live = await read(id);
    },

    /**
     * Loads the release that the publisher activated last or, if that is damaged, the newest intact one.
     *
     * @param expected the id to look for when the link to the current release is lost
     * @returns why releases were passed over, one sentence each; `manifest()` is undefined when none is intact
     */
    async loadCurrent(expected: string | null = null): Promise<string[]> {
      const damage: string[] = [];
      const current = await readlink(join(releasesDir, 'current')).then(basename, () => expected ?? undefined);
      const names = await readdir(releasesDir).catch(() => []);
      const ids = names.filter((name) => releaseIdSchema.safeParse(name).success);
      if (current !== undefined && !ids.includes(current)) damage.push(`Release ${current} is missing.`);
      for (const id of fallbackOrder(ids, current)) {
        try {
          live = await read(id);
          break;
        } catch (error) {
          if (!(error instanceof DamagedReleaseError)) throw error;
          damage.push(error.message);
        }
      }
      return damage;
    },

    manifest: () => live?.manifest,
    file: (path: string) => live?.files.get(path),
  };
}

export type LiveRelease = ReturnType<typeof createLiveRelease>;

async function readManifest(id: string, file: string): Promise<ReleaseManifest> {
  try {
    return releaseManifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    throw new DamagedReleaseError(id, 'manifest.json cannot be read');
  }
}

/** @returns undefined when the file or a precompressed copy does not have the bytes it was written with */
async function readServedFile(publicDir: string, entry: ReleaseFile): Promise<ServedFile | undefined> {
  const path = join(publicDir, entry.file);
  const { encodings } = entry;
  const [body, br, gzip] = await Promise.all([
    readVerified(path, entry),
    encodings.br && readVerified(`${path}.br`, encodings.br),
    encodings.gzip && readVerified(`${path}.gz`, encodings.gzip),
  ]);
  const isWhole = body && (br || !encodings.br) && (gzip || !encodings.gzip);
  return isWhole ? { ...entry, body, br, gzip } : undefined;
}

async function readVerified(path: string, { sha256 }: StoredBytes): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const body = await readFile(path).catch(() => undefined);
  return body && createHash('sha256').update(body).digest('hex') === sha256 ? body : undefined;
}
