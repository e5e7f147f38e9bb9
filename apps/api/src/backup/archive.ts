import { createHash } from 'node:crypto';
import { on } from 'node:events';
import { closeSync, createReadStream, createWriteStream, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { renameDurably, syncPath } from '@threadline/files/durable-files';
import type { BackupManifest, FileFacts } from '@threadline/schema/wire/backup';
import { Header, Parser, Pax, type ReadEntry } from 'tar';
import { createProgressCounter, type OnProgress } from '../platform/progress.ts';
import { readDiskSpace } from '../platform/storage/free-space.ts';
import { ArchiveError, backupFolders, manifestName, parseManifest, sumBytes } from './manifest.ts';

const blockBytes = 512;
/** Smaller files are read at once, and collected into chunks of this size. */
const chunkBytes = 256 * 1024;
/** Limit for an archive that was compressed later. Backups hold images, which hardly shrink; a bomb grows by 1,000. */
const maxDecompressionRatio = 50;

interface PackOptions {
  target: string;
  /** Checks the finished archive before it gets its name. */
  verify: (archive: string) => Promise<void>;
  onProgress?: OnProgress;
}

/**
 * Packs the folder of a backup into one tar file: the manifest first, then each file that it lists. The target appears only
 * after `verify` has read the whole archive.
 */
export async function packBackup(
  folder: string,
  manifest: BackupManifest,
  { target, verify, onProgress }: PackOptions,
): Promise<void> {
  const draft = `${target}.part`;
  try {
    const total = sumBytes(manifest.files);
    const count = createProgressCounter(onProgress, { name: 'Packing', unit: 'bytes', total });
    await pipeline(createTarChunks(folder, manifest, count), createWriteStream(draft, { mode: 0o600 }));
    await syncPath(draft);
    await verify(draft);
    await renameDurably(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Returns the same archive as a stream, for a download. Calls `onEnd` when it has been read or given up. */
export function streamBackup(folder: string, manifest: BackupManifest, onEnd = () => {}): ReadableStream<Uint8Array> {
  const chunks = createTarChunks(folder, manifest, () => {});
  const end = async () => {
    await chunks.return();
    onEnd();
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      await end();
    },
    cancel: end,
  });
}

/** `create` of the tar library takes ten times as long for many small files. */
async function* createTarChunks(folder: string, { files, createdAt }: BackupManifest, count: (bytes: number) => void) {
  const { size } = await stat(join(folder, manifestName));
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const add = (buffer: Buffer) => {
    pending.push(buffer);
    pendingBytes += buffer.length;
  };
  const flush = () => {
    const chunk = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    return chunk;
  };
  for (const [name, { bytes }] of [[manifestName, { bytes: size }] as const, ...Object.entries(files)]) {
    const file = join(folder, name);
    add(encodeHeader(name, bytes, new Date(createdAt)));
    if (bytes <= chunkBytes) add(readFileSync(file));
    else {
      yield flush();
      yield* createReadStream(file, { highWaterMark: chunkBytes });
    }
    add(Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes));
    if (pendingBytes >= chunkBytes) yield flush();
    if (name !== manifestName) count(bytes);
  }
  add(Buffer.alloc(2 * blockBytes));
  yield flush();
}

/** The mode keeps password hashes and personal data private wherever the archive is unpacked. */
function encodeHeader(path: string, size: number, mtime: Date): Buffer {
  const fields = { path, size, mtime, mode: 0o600, type: 'File' as const };
  const header = new Header(fields);
  const isTooLong = header.encode();
  const block = header.block ?? Buffer.alloc(0);
  return isTooLong ? Buffer.concat([new Pax(fields).encode(), block]) : block;
}

export interface UnpackOptions {
  onProgress?: OnProgress | undefined;
  /** Free bytes on the disk of a folder. */
  readFreeBytes?: ((folder: string) => number) | undefined;
}

/**
 * Unpacks an archive into an empty folder: exactly the files that the manifest lists.
 *
 * @throws ArchiveError when the archive holds anything else, or when the disk has too little room for it
 */
export async function unpackBackup(
  archive: string,
  folder: string,
  { onProgress, readFreeBytes = (path) => readDiskSpace(path).freeBytes }: UnpackOptions = {},
): Promise<BackupManifest> {
  const free = readFreeBytes(dirname(folder));
  for (const name of backupFolders) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  return readArchive(archive, {
    step: 'Unpacking',
    onProgress,
    // A file that differs in size from the manifest is refused.
    onManifest({ files }) {
      const needed = sumBytes(files);
      if (needed > free) throw new ArchiveError(`The archive holds ${needed} bytes, and the disk has ${free} left.`);
    },
    getTarget: (name) => join(folder, name),
  });
}

interface ReadOptions {
  /** Label of the progress. */
  step: string;
  onProgress?: OnProgress | undefined;
  /** Called once, before the first file. */
  onManifest?: (manifest: BackupManifest) => void;
  /** Returns the path that a file is written to; undefined if it is only compared with the manifest. */
  getTarget: (name: string) => string | undefined;
}

/**
 * Reads an archive from its beginning to its end. Each file is compared with the manifest, which comes first.
 *
 * @throws ArchiveError when the archive differs from its manifest in any way
 */
export async function readArchive(archive: string, options: ReadOptions): Promise<BackupManifest> {
  if (!(await stat(archive).catch(() => undefined))?.isFile()) throw new ArchiveError(`There is no file ${archive}.`);
  const source = createReadStream(archive);
  const parser = new Parser({ strict: true, maxDecompressionRatio });
  try {
    source.on('error', (error) => parser.abort(error));
    const entries = on(parser, 'entry', { close: ['end'] }) as AsyncIterable<[ReadEntry]>;
    // An entry that is being read does not end when the parser fails.
    const failure = new Promise<never>((_, reject) => parser.once('error', reject));
    source.pipe(parser);
    return await Promise.race([readEntries(archive, entries, options), failure]);
  } catch (error) {
    // A failed system call, such as a write to a full disk, says nothing about the archive.
    if (error instanceof ArchiveError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new ArchiveError(`${archive} is not a tar archive, or it is damaged.`);
  } finally {
    source.destroy();
  }
}

async function readEntries(
  archive: string,
  entries: AsyncIterable<[ReadEntry]>,
  { step, onProgress, onManifest, getTarget }: ReadOptions,
): Promise<BackupManifest> {
  let manifest: BackupManifest | undefined;
  let count: (bytes: number) => void = () => {};
  const missing = new Set<string>();
  for await (const [entry] of entries) {
    if (manifest) {
      await readFile(entry, { facts: findExpected(entry, manifest, missing), target: getTarget(entry.path) });
      missing.delete(entry.path);
      count(entry.size);
    } else {
      manifest = await readManifestEntry(archive, entry);
      onManifest?.(manifest);
      const { files } = manifest;
      count = createProgressCounter(onProgress, { name: step, unit: 'bytes', total: sumBytes(files) });
      for (const name of Object.keys(files)) missing.add(name);
    }
  }
  if (!manifest) throw notABackup(archive);
  const [first] = missing;
  if (first !== undefined) throw new ArchiveError(`The archive lacks ${first}.`);
  return manifest;
}

async function readManifestEntry(archive: string, entry: ReadEntry): Promise<BackupManifest> {
  if (entry.path !== manifestName || entry.type !== 'File') throw notABackup(archive);
  return parseManifest(entry).catch(() => {
    throw notABackup(archive);
  });
}

const notABackup = (archive: string) => new ArchiveError(`${archive} is not a backup of this program.`);

function findExpected(
  { path, type, size }: ReadEntry,
  { files }: BackupManifest,
  missing: ReadonlySet<string>,
): FileFacts {
  if (type !== 'File') throw new ArchiveError(`The archive holds ${path}, which is not a plain file.`);
  const facts = Object.hasOwn(files, path) ? files[path] : undefined;
  if (!facts) throw new ArchiveError(`The archive holds ${path}, which the manifest does not list.`);
  if (!missing.has(path)) throw new ArchiveError(`The archive holds ${path} twice.`);
  if (facts.bytes !== size) throw new ArchiveError(`${path} differs in size from the manifest.`);
  return facts;
}

/** Writing is synchronous: only the command line reads archives. */
async function readFile(
  entry: ReadEntry,
  { facts, target }: { facts: FileFacts; target: string | undefined },
): Promise<void> {
  const hash = createHash('sha256');
  const descriptor = target === undefined ? undefined : openSync(target, 'wx', 0o600);
  try {
    for await (const chunk of entry) {
      hash.update(chunk);
      if (descriptor !== undefined) writeFileSync(descriptor, chunk);
    }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  if (hash.digest('hex') !== facts.sha256)
    throw new ArchiveError(`The backup is damaged: ${entry.path} has other bytes than were backed up.`);
}
