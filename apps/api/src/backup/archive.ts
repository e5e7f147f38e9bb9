import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BackupManifest, backupManifestSchema } from '@threadline/schema/backup';
import { create, extract, list, type ReadEntry } from 'tar';
import { isDiskFull } from '../disk-full.ts';
import { countUp, type TellProgress } from '../progress.ts';
import { bytesOf, manifestName, sync } from './files.ts';
import { type FreeBytes, freeBytesOf } from './room.ts';

const largestManifestBytes = 64 * 1024 * 1024;
/** Of an archive that somebody has compressed since. Ours hold pictures, which do not get smaller; a bomb grows by 1,000. */
const maxDecompressionRatio = 50;

/** A file that is not a backup, or not a whole one; the message is a sentence for people. */
export class ArchiveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ArchiveError';
  }
}

/** Packs a backup's folder into one file that moves a site to another machine. The file appears whole or not at all. */
export async function packBackup(
  folder: string,
  manifest: BackupManifest,
  { target, tell }: { target: string; tell?: TellProgress },
): Promise<void> {
  const draft = `${target}.part`;
  try {
    const names = [manifestName, ...Object.keys(manifest.files)];
    const packed = countUp(tell, { name: 'Packing', unit: 'bytes', total: bytesOf(manifest.files) });
    // It holds password hashes and what visitors wrote; the names of files are the same on every machine.
    const archive = create({ cwd: folder, portable: true, strict: true, follow: false }, names);
    archive.on('data', (chunk: Buffer) => packed(chunk.length));
    await pipeline(archive, createWriteStream(draft, { mode: 0o600 }));
    await sync(draft);
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

interface UnpackOptions {
  tell?: TellProgress | undefined;
  freeBytes?: FreeBytes | undefined;
}

/**
 * Unpacks an archive into an empty folder: what the manifest names, in the size it names, and nothing else.
 *
 * @throws ArchiveError before anything is written, when the archive holds what does not belong into a backup
 */
export async function unpackBackup(
  archive: string,
  folder: string,
  { tell, freeBytes = freeBytesOf }: UnpackOptions = {},
): Promise<BackupManifest> {
  const entries = await entriesOf(archive);
  const listed = entries.find(({ path }) => path === manifestName);
  if (listed?.type !== 'File' || listed.size > largestManifestBytes)
    throw new ArchiveError(`${archive} is not a backup of this program.`);
  await assertFits(entries, await freeBytes(dirname(folder)));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const options = {
    file: archive,
    cwd: folder,
    strict: true,
    preservePaths: false,
    preserveOwner: false,
    maxDecompressionRatio,
  };
  await unpack({ ...options, filter: (path) => path === manifestName }, archive);
  const manifest = await readManifest(folder);
  assertMatches(entries, manifest);
  const unpacked = countUp(tell, { name: 'Unpacking', unit: 'bytes', total: bytesOf(manifest.files) });
  const onReadEntry = (entry: ReadEntry) => void entry.on('end', () => unpacked(entry.size));
  await unpack({ ...options, filter: (path) => path !== manifestName, onReadEntry }, archive);
  return manifest;
}

/** @throws ArchiveError when the folder is not a backup */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const file = join(folder, manifestName);
  const json = await readFile(file, 'utf8').catch(() => undefined);
  try {
    return backupManifestSchema.parse(JSON.parse(json ?? ''));
  } catch {
    throw new ArchiveError(`${file} is not the list of a backup that this version can read.`);
  }
}

interface Entry {
  path: string;
  type: string;
  size: number;
}

async function entriesOf(archive: string): Promise<Entry[]> {
  if (!(await stat(archive).catch(() => undefined))?.isFile()) throw new ArchiveError(`There is no file ${archive}.`);
  const entries: Entry[] = [];
  const onReadEntry = ({ path, type, size }: ReadEntry) => entries.push({ path, type, size });
  try {
    await list({ file: archive, strict: true, maxDecompressionRatio, onReadEntry });
  } catch {
    throw new ArchiveError(`${archive} is not a tar archive, or it is damaged.`);
  }
  return entries;
}

/** The sizes are those of the list, or the archive is refused. */
function assertFits(entries: Entry[], free: number): void {
  const needed = entries.reduce((sum, { size }) => sum + size, 0);
  if (needed > free) throw new ArchiveError(`The archive holds ${needed} bytes, and the disk has ${free} left.`);
}

function assertMatches(entries: Entry[], { files }: BackupManifest): void {
  const seen = new Set([manifestName]);
  for (const { path, type, size } of entries.filter((entry) => entry.path !== manifestName)) {
    if (type !== 'File') throw new ArchiveError(`The archive holds ${path}, which is not a plain file.`);
    if (seen.has(path)) throw new ArchiveError(`The archive holds ${path} twice.`);
    if (!Object.hasOwn(files, path)) throw new ArchiveError(`The archive holds ${path}, which its list does not name.`);
    if (files[path]?.bytes !== size) throw new ArchiveError(`${path} has another size than the archive's list says.`);
    seen.add(path);
  }
  const missing = Object.keys(files).find((path) => !seen.has(path));
  if (missing) throw new ArchiveError(`The archive lacks ${missing}.`);
  if (entries.filter(({ path }) => path === manifestName).length > 1)
    throw new ArchiveError('The archive has two lists.');
}

async function unpack(options: Parameters<typeof extract>[0], archive: string): Promise<void> {
  try {
    await extract(options);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new ArchiveError(`${archive} could not be unpacked: ${error instanceof Error ? error.message : error}`);
  }
}
