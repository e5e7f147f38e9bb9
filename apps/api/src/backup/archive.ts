import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupManifest } from '@threadline/schema/backup';
import { Header, Pax } from 'tar';
import { countUp, type TellProgress } from '../platform/progress.ts';
import { type FreeBytes, freeBytesOf } from './disk-space.ts';
import { bytesOf, sync } from './files.ts';
import { ArchiveError, manifestName } from './manifest.ts';
import { openFile, readArchive } from './read-archive.ts';

const blockBytes = 512;
/** Smaller files are read at once, and collected into chunks of this size. */
const chunkBytes = 256 * 1024;

interface PackOptions {
  target: string;
  /** Checks the finished archive before it gets its name. */
  verify: (archive: string) => Promise<void>;
  tell?: TellProgress;
}

/**
 * Packs a backup's folder into one file that moves a site to another machine: the manifest first, then each file that it
 * lists. The target appears only after `verify` has read the whole archive.
 */
export async function packBackup(
  folder: string,
  manifest: BackupManifest,
  { target, verify, tell }: PackOptions,
): Promise<void> {
  const draft = `${target}.part`;
  try {
    const count = countUp(tell, { name: 'Packing', unit: 'bytes', total: bytesOf(manifest.files) });
    await pipeline(tarChunks(folder, manifest, count), createWriteStream(draft, { mode: 0o600 }));
    await sync(draft);
    await verify(draft);
    await rename(draft, target);
    await sync(dirname(target));
  } finally {
    await rm(draft, { force: true });
  }
}

async function* tarChunks(folder: string, { files, createdAt }: BackupManifest, count: (bytes: number) => void) {
  const { size } = await stat(join(folder, manifestName));
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const add = (...buffers: Buffer[]) => {
    pending.push(...buffers);
    for (const { length } of buffers) pendingBytes += length;
  };
  const flush = () => {
    const chunk = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    return chunk;
  };
  for (const [name, { bytes }] of [[manifestName, { bytes: size }] as const, ...Object.entries(files)]) {
    const file = join(folder, name);
    add(headerOf(name, bytes, new Date(createdAt)));
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
function headerOf(path: string, size: number, mtime: Date): Buffer {
  const fields = { path, size, mtime, mode: 0o600, type: 'File' as const };
  const header = new Header(fields);
  const isTooLong = header.encode();
  const block = header.block ?? Buffer.alloc(0);
  return isTooLong ? Buffer.concat([new Pax(fields).encode(), block]) : block;
}

interface UnpackOptions {
  tell?: TellProgress | undefined;
  freeBytes?: FreeBytes | undefined;
}

/**
 * Unpacks an archive into an empty folder: the files that the manifest lists, with the size and hash that it lists.
 *
 * @throws ArchiveError when the archive holds anything else, or when the disk has too little room for it
 */
export async function unpackBackup(
  archive: string,
  folder: string,
  { tell, freeBytes = freeBytesOf }: UnpackOptions = {},
): Promise<BackupManifest> {
  const free = await freeBytes(dirname(folder));
  for (const below of ['media', 'keys']) await mkdir(join(folder, below), { recursive: true, mode: 0o700 });
  return readArchive(archive, {
    step: 'Unpacking',
    tell,
    onManifest: ({ files }) => assertFits(bytesOf(files), free),
    openTarget: (name) => openFile(join(folder, name)),
  });
}

/** The sizes are those of the manifest: a file of another size is refused. */
function assertFits(needed: number, free: number): void {
  if (needed > free) throw new ArchiveError(`The archive holds ${needed} bytes, and the disk has ${free} left.`);
}
