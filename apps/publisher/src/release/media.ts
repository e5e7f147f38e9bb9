import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { linkOrCopy, renameDurably, syncPath } from '@threadline/files/durable-files';
import type { ReleaseFile, ReleaseManifest } from '@threadline/schema/wire/release';
import { getMediaHeaders } from '@threadline/schema/wire/release-response';
import { getMimeType } from 'hono/utils/mime';
import { createTemporaryName, type StaticFile } from './release-files.ts';

const atOnce = 4;

/**
 * Stores the library images that pages show. A release contains them, so that it stays complete when the library
 * changes and can be served without the API. Their names are derived from their content, so each is fetched once.
 *
 * @param fetchFile resolves to undefined for a file that the library does not have
 */
export function createMediaCache(mediaDir: string, fetchFile: (path: string) => Promise<Response | undefined>) {
  const known = new Map<string, StaticFile>();

  async function get(path: string): Promise<StaticFile | undefined> {
    const source = join(mediaDir, basename(path));
    const entry = (await describe(path, source)) ?? ((await download(path, source)) && (await describe(path, source)));
    if (!entry) return undefined;
    const file = { path, source, entry };
    known.set(path, file);
    return file;
  }

  async function download(path: string, target: string): Promise<boolean> {
    const response = await fetchFile(path);
    if (!response?.body) return false;
    const draft = join(mediaDir, createTemporaryName());
    try {
      await pipeline(Readable.fromWeb(response.body), createWriteStream(draft, { mode: 0o444 }));
      await syncPath(draft);
      await renameDurably(draft, target);
    } finally {
      await rm(draft, { force: true });
    }
    return true;
  }

  return {
    /** Returns the files, and the paths that the library does not have. */
    async collect(paths: Iterable<string>): Promise<{ files: StaticFile[]; missing: string[] }> {
      const files: StaticFile[] = [];
      const missing: string[] = [];
      const pending: string[] = [];
      for (const path of paths) {
        const file = known.get(path);
        if (file) files.push(file);
        else pending.push(path);
      }
      if (pending.length > 0) await mkdir(mediaDir, { recursive: true });
      const workers = Array.from({ length: Math.min(atOnce, pending.length) }, async () => {
        for (let path = pending.pop(); path; path = pending.pop()) {
          const file = await get(path);
          if (file) files.push(file);
          else missing.push(path);
        }
      });
      await Promise.all(workers);
      return { files, missing };
    },

    /** Fills the cache with the images of a verified release instead of fetching them. */
    async adopt({ files }: ReleaseManifest, publicDir: string): Promise<void> {
      const entries = Object.entries(files).filter(([path]) => path.startsWith('/media/'));
      if (entries.length > 0) await mkdir(mediaDir, { recursive: true });
      for (const [path, entry] of entries) {
        const source = join(mediaDir, basename(path));
        await rm(source, { force: true });
        await linkOrCopy(join(publicDir, entry.file), source);
        known.set(path, { path, source, entry });
      }
    },

    /** Removes all images, so that each is fetched again from the library. */
    async clear(): Promise<void> {
      known.clear();
      await rm(mediaDir, { recursive: true, force: true });
    },

    /** Removes all other images. */
    async keepOnly(paths: ReadonlySet<string>): Promise<void> {
      const names = await readdir(mediaDir).catch((): string[] => []);
      const unused = names.filter((name) => !paths.has(`/media/${name}`));
      for (const name of unused) known.delete(`/media/${name}`);
      await Promise.all(unused.map((name) => rm(join(mediaDir, name), { force: true })));
    },
  };
}

export type MediaCache = ReturnType<typeof createMediaCache>;

async function describe(path: string, source: string): Promise<ReleaseFile | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return {
    file: path.slice(1),
    sha256: hash.digest('hex'),
    bytes,
    contentType: getMimeType(path) ?? 'application/octet-stream',
    encodings: {},
    immutable: true,
    headers: getMediaHeaders(path),
  };
}
