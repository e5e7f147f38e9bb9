import { readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type ReleaseFile, type ReleaseManifest, releaseManifestSchema } from '@threadline/schema/release';

/** A file of the live release, in every encoding it was written in. */
export interface ServedFile extends ReleaseFile {
  body: Uint8Array<ArrayBuffer>;
  br?: Uint8Array<ArrayBuffer>;
  gzip?: Uint8Array<ArrayBuffer>;
}

type Served = Map<string, ServedFile>;

/**
 * The release that visitors get, wholly in memory: switching is one assignment, so that nobody can ever meet half of one.
 *
 * @param releasesDir `DATA_DIR/releases`
 */
export function createLiveRelease(releasesDir: string) {
  let live: { manifest: ReleaseManifest; files: Served } | undefined;

  async function load(id: string): Promise<void> {
    if (live?.manifest.id === id) return;
    const folder = join(releasesDir, id);
    const manifest = releaseManifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
    const known = new Map([...(live?.files.values() ?? [])].map((file) => [file.sha256, file]));
    const entries = await Promise.all(
      Object.entries(manifest.files)
        // A release is whole for other servers; here the media store answers for its images.
        .filter(([path]) => !path.startsWith('/media/'))
        .map(async ([path, file]): Promise<[string, ServedFile]> => {
          const same = known.get(file.sha256);
          return [path, same ? { ...same, ...file } : await readServedFile(join(folder, 'public'), file)];
        }),
    );
    live = { manifest, files: new Map(entries) };
  }

  return {
    load,

    /** At start: what the publisher switched to last. False when nothing was published yet. */
    async loadCurrent(): Promise<boolean> {
      const target = await readlink(join(releasesDir, 'current')).catch(() => undefined);
      if (!target) return false;
      await load(basename(target));
      return true;
    },

    manifest: () => live?.manifest,
    file: (path: string) => live?.files.get(path),
  };
}

export type LiveRelease = ReturnType<typeof createLiveRelease>;

async function readServedFile(publicDir: string, file: ReleaseFile): Promise<ServedFile> {
  const path = join(publicDir, file.file);
  const [body, br, gzip] = await Promise.all([
    readFile(path),
    file.encodings.br === undefined ? undefined : readFile(`${path}.br`),
    file.encodings.gzip === undefined ? undefined : readFile(`${path}.gz`),
  ]);
  return { ...file, body, br, gzip };
}
