import { createHash } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { BackupManifest } from '@threadline/schema/backup';
import { list, type ReadEntry } from 'tar';
import { countUp, type TellProgress } from '../platform/progress.ts';
import { isDiskFull } from '../platform/storage/disk-full.ts';
import { bytesOf } from './files.ts';
import { ArchiveError, createManifestParser, manifestName } from './manifest.ts';

/** Of an archive that was compressed later. Backups hold images, which do not shrink; a bomb grows by 1,000. */
const maxDecompressionRatio = 50;

/** Receives the bytes of one file. Writing is synchronous: only the command line reads archives. */
interface Target {
  write: (chunk: Buffer) => void;
  close: () => void;
}

/** Creates a file that only its owner can read. */
export function openFile(file: string): Target {
  const descriptor = openSync(file, 'wx', 0o600);
  return { write: (chunk) => writeFileSync(descriptor, chunk), close: () => closeSync(descriptor) };
}

interface ReadOptions {
  /** Name of the progress bar. */
  step: string;
  tell?: TellProgress | undefined;
  /** Called once, before the first file. */
  onManifest?: (manifest: BackupManifest) => void;
  /** Returns where the bytes of a file go; undefined if they are only compared with the manifest. */
  openTarget: (name: string) => Target | undefined;
}

/**
 * Reads an archive once, from its beginning to its end. Each file is compared with the manifest, which comes first.
 *
 * @throws ArchiveError when the archive differs from its manifest in any way
 */
export async function readArchive(archive: string, options: ReadOptions): Promise<BackupManifest> {
  if (!(await stat(archive).catch(() => undefined))?.isFile()) throw new ArchiveError(`There is no file ${archive}.`);
  const reader = createEntryReader(archive, options);
  try {
    await list({ file: archive, strict: true, noResume: true, maxDecompressionRatio, onReadEntry: reader.read });
  } catch (error) {
    reader.close();
    throw reader.failure() ?? (isDiskFull(error) ? error : notAnArchive(archive));
  }
  return reader.end();
}

const notAnArchive = (archive: string) => new ArchiveError(`${archive} is not a tar archive, or it is damaged.`);
const notABackup = (archive: string) => new ArchiveError(`${archive} is not a backup of this program.`);

function createEntryReader(archive: string, { step, tell, onManifest, openTarget }: ReadOptions) {
  let manifest: BackupManifest | undefined;
  let failure: unknown;
  let open: Target | undefined;
  let count: (bytes: number) => void = () => {};
  const seen = new Set<string>();

  /** Passes the entry's bytes on. The first error is kept, and everything after it is skipped. */
  function consume(entry: ReadEntry, { onData, onEnd }: { onData: (chunk: Buffer) => void; onEnd: () => void }): void {
    const guard =
      <Args extends unknown[]>(work: (...args: Args) => void) =>
      (...args: Args) => {
        if (failure === undefined) attempt(() => work(...args));
      };
    entry.on('end', guard(onEnd));
    entry.on('data', guard(onData));
  }

  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      failure = error;
    }
  }

  function readManifestEntry(entry: ReadEntry): void {
    if (entry.path !== manifestName || entry.type !== 'File') throw notABackup(archive);
    const parser = createManifestParser();
    const parse = (work: () => void) => {
      try {
        work();
      } catch {
        throw notABackup(archive);
      }
    };
    consume(entry, {
      onData: (chunk) => parse(() => parser.write(chunk)),
      onEnd() {
        parse(() => {
          manifest = parser.end();
        });
        const { files } = manifest as BackupManifest;
        count = countUp(tell, { name: step, unit: 'bytes', total: bytesOf(files) });
        onManifest?.(manifest as BackupManifest);
      },
    });
  }

  function readFileEntry(entry: ReadEntry, { files }: BackupManifest): void {
    const { path } = entry;
    const facts = Object.hasOwn(files, path) ? files[path] : undefined;
    assertExpected(entry, { facts, isSeen: seen.has(path) });
    seen.add(path);
    const hash = createHash('sha256');
    open = openTarget(path);
    consume(entry, {
      onData(chunk) {
        hash.update(chunk);
        open?.write(chunk);
      },
      onEnd() {
        close();
        count(entry.size);
        if (hash.digest('hex') !== facts?.sha256)
          throw new ArchiveError(`The backup is damaged: ${path} has other bytes than were backed up.`);
      },
    });
  }

  function close(): void {
    open?.close();
    open = undefined;
  }

  return {
    read(entry: ReadEntry): void {
      if (failure === undefined) attempt(() => (manifest ? readFileEntry(entry, manifest) : readManifestEntry(entry)));
      // An entry that is only skipped has no listener that makes it flow.
      if (failure !== undefined) entry.resume();
    },
    failure: () => failure,
    close,
    end(): BackupManifest {
      close();
      if (failure !== undefined) throw failure;
      if (!manifest) throw notABackup(archive);
      const missing = Object.keys(manifest.files).find((path) => !seen.has(path));
      if (missing) throw new ArchiveError(`The archive lacks ${missing}.`);
      return manifest;
    },
  };
}

interface Expected {
  facts: BackupManifest['files'][string] | undefined;
  isSeen: boolean;
}

function assertExpected({ path, type, size }: ReadEntry, { facts, isSeen }: Expected): void {
  if (type !== 'File') throw new ArchiveError(`The archive holds ${path}, which is not a plain file.`);
  if (isSeen) throw new ArchiveError(`The archive holds ${path} twice.`);
  if (!facts) throw new ArchiveError(`The archive holds ${path}, which its list does not name.`);
  if (facts.bytes !== size) throw new ArchiveError(`${path} has another size than the archive's list says.`);
}
