import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readReleaseFile, readReleaseManifest } from '@threadline/config/release-files';
import { writeNewFile } from '@threadline/files/durable-files';
import {
  type ReleaseFile,
  type ReleaseManifest,
  releaseIdSchema,
  releaseManifestSchema,
} from '@threadline/schema/wire/release';

/** A file that already exists on disk and is linked into a release. */
export interface StaticFile {
  /** URL path. */
  path: string;
  /** Absolute path. The precompressed copies are beside it. */
  source: string;
  entry: ReleaseFile;
}

/** File extensions of the precompressed copies. */
export const encodingSuffix = { br: '.br', gzip: '.gz' } as const;

export type Encoding = keyof typeof encodingSuffix;

/** Returns the suffixes of an entry's file and its precompressed copies. */
export function listSuffixes({ encodings }: Pick<ReleaseFile, 'encodings'>): string[] {
  return [
    '',
    ...(encodings.br === undefined ? [] : [encodingSuffix.br]),
    ...(encodings.gzip === undefined ? [] : [encodingSuffix.gzip]),
  ];
}

/**
 * Returns the path of a URL below `public/`, as static servers expect it: `/` → `index.html`, `/terms/` →
 * `terms/index.html`, `/404/` → `404.html`.
 * @throws Error for a path that leaves the folder or is not a valid file name
 */
export function getFileName(path: string): string {
  const decoded = decode(path);
  const parts = decoded.slice(1).split('/');
  const isUsable =
    decoded.startsWith('/') &&
    !/[\\\p{Cc}?#]/u.test(decoded) &&
    parts.every((part, index) => part !== '..' && part !== '.' && (part !== '' || index === parts.length - 1));
  if (!isUsable) throw new Error(`The site has a page at an address that cannot be a file: ${path}`);
  if (decoded === '/404/') return '404.html';
  return decoded.endsWith('/') ? `${decoded.slice(1)}index.html` : decoded.slice(1);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

const draftPrefix = '.tmp-';
const damagedPrefix = '.damaged-';

/** Returns a temporary name. `removeStaleFiles` deletes such files after a crash. */
export function createTemporaryName(): string {
  return `${draftPrefix}${randomBytes(8).toString('hex')}`;
}

/** Returns the name of a damaged release. It is kept until the next start, so that people can look for the cause. */
export function getDamagedName(id: string): string {
  return `${damagedPrefix}${id}`;
}

/** Removes temporary files and damaged releases of an earlier process. */
export async function removeStaleFiles(folder: string): Promise<void> {
  const names = await readdir(folder);
  const drafts = names.filter((name) => name.startsWith(draftPrefix) || name.startsWith(damagedPrefix));
  await Promise.all(drafts.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

/** Writes a new file of a release. It is read-only, because other releases may share it. */
export function writeReleaseFile(file: string, body: Uint8Array | string, mtimeS: number): Promise<void> {
  return writeNewFile(file, body, { mode: 0o444, mtimeS });
}

/**
 * Creates the folders of all these files, relative to `root`. @returns every folder, including `root`, for `syncPath`
 */
export async function makeFolders(root: string, files: Iterable<string>): Promise<string[]> {
  const folders = new Set(['.']);
  for (const file of files) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  const paths = [...folders].map((folder) => join(root, folder));
  await Promise.all(paths.map((path) => mkdir(path, { recursive: true })));
  return paths;
}

export const manifestName = 'manifest.json';
export const publicName = 'public';

/**
 * Returns undefined if the release does not exist or its manifest is damaged.
 *
 * @throws UnreadableReleaseError if the manifest exists but cannot be read
 */
export function readManifest(folder: string): Promise<ReleaseManifest | undefined> {
  return readReleaseManifest(folder, releaseManifestSchema);
}

/**
 * Returns the manifest of a release if every file has its original bytes; otherwise undefined.
 *
 * @throws UnreadableReleaseError if a file exists but cannot be read
 */
export async function readWholeRelease(folder: string): Promise<ReleaseManifest | undefined> {
  const manifest = await readManifest(folder);
  for (const entry of Object.values(manifest?.files ?? {}))
    if (!(await readReleaseFile(join(folder, publicName, entry.file), entry))) return undefined;
  return manifest;
}

/** Returns the ids of all releases on disk, in no particular order. */
export async function listReleases(releasesDir: string): Promise<string[]> {
  return (await readdir(releasesDir)).filter((name) => releaseIdSchema.safeParse(name).success);
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
