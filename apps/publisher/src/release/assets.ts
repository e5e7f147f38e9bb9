import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readReleaseFile } from '@threadline/config/release-files';
import { renameDurably, syncPath } from '@threadline/files/durable-files';
import { type ReleaseFile, releaseManifestSchema } from '@threadline/schema/wire/release';
import { getMimeType } from 'hono/utils/mime';
import type { Bundle } from '../render/bundle.ts';
import { buildEffort, compress, describeBytes, describeEncodings } from './compress.ts';
import {
  createTemporaryName,
  encodingSuffix,
  getFileName,
  makeFolders,
  removeStaleFiles,
  type StaticFile,
  writeReleaseFile,
} from './release-files.ts';

/** The number of code versions whose hashed files stay in the releases. */
const maxVersions = 3;
const indexName = 'index.json';
const indexSchema = releaseManifestSchema.shape.files;

/**
 * Returns the static files of the site's code with the best compression. That takes most of a second, so it is done
 * once per version and stored in `assetsDir/<version>/`.
 */
export async function prepareAssets(bundle: Bundle, assetsDir: string) {
  const folder = join(assetsDir, bundle.id);
  await mkdir(assetsDir, { recursive: true });
  await removeStaleFiles(assetsDir);
  const assets = (await readAssets(folder)) ?? (await writeAssets(bundle, assetsDir));
  return { assets, olderAssets: await readOlder(assetsDir, bundle.id) };
}

async function readAssets(folder: string): Promise<StaticFile[] | undefined> {
  const text = await readFile(join(folder, indexName), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const index = parseIndex(text);
  const assets = Object.entries(index ?? {}).map(([path, entry]) => ({
    path,
    source: join(folder, entry.file),
    entry,
  }));
  // Releases share these files by hard links, so damage in one release can be damage here.
  for (const { source, entry } of assets) if (!(await readReleaseFile(source, entry))) return undefined;
  return index && assets;
}

function parseIndex(text: string): Record<string, ReleaseFile> | undefined {
  try {
    return indexSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function writeAssets(bundle: Bundle, assetsDir: string): Promise<StaticFile[]> {
  const draft = join(assetsDir, createTemporaryName());
  const names = [...bundle.clientFiles.keys()].map(getFileName);
  const folders = await makeFolders(draft, names);
  const mtimeS = Math.floor(Date.now() / 1000);
  const entries: [string, ReleaseFile][] = [];
  // One after the other, because the best compression takes much memory.
  for (const [path, source] of bundle.clientFiles) {
    entries.push([path, await writeAsset(draft, { path, body: await readFile(source), mtimeS })]);
  }
  await writeReleaseFile(join(draft, indexName), JSON.stringify(Object.fromEntries(entries)), mtimeS);
  await Promise.all(folders.map(syncPath));
  const folder = join(assetsDir, bundle.id);
  await rm(folder, { recursive: true, force: true });
  await renameDurably(draft, folder);
  return entries.map(([path, entry]) => ({ path, source: join(folder, entry.file), entry }));
}

async function writeAsset(
  folder: string,
  { path, body, mtimeS }: { path: string; body: Buffer; mtimeS: number },
): Promise<ReleaseFile> {
  const file = getFileName(path);
  const contentType = getMimeType(file) ?? 'application/octet-stream';
  const copies = await compress(body, contentType, buildEffort);
  await writeReleaseFile(join(folder, file), body, mtimeS);
  if (copies.br) await writeReleaseFile(join(folder, file + encodingSuffix.br), copies.br, mtimeS);
  if (copies.gzip) await writeReleaseFile(join(folder, file + encodingSuffix.gzip), copies.gzip, mtimeS);
  return {
    file,
    ...describeBytes(body),
    contentType,
    encodings: describeEncodings(copies),
    immutable: path.startsWith('/_astro/'),
    headers: {},
  };
}

/** Returns the hashed files of the newest versions before this one; older versions are removed. */
async function readOlder(assetsDir: string, id: string): Promise<StaticFile[]> {
  const names = (await readdir(assetsDir)).filter((name) => !name.startsWith('.') && name !== id);
  const dated = await Promise.all(
    names.map(async (name) => ({ name, madeAt: (await stat(join(assetsDir, name))).mtimeMs })),
  );
  const newestFirst = dated.sort((one, other) => other.madeAt - one.madeAt).map(({ name }) => join(assetsDir, name));
  await Promise.all(newestFirst.slice(maxVersions - 1).map((folder) => rm(folder, { recursive: true, force: true })));
  const older = await Promise.all(newestFirst.slice(0, maxVersions - 1).map(readAssets));
  return older.flatMap((files) => files ?? []).filter((file) => file.entry.immutable);
}
