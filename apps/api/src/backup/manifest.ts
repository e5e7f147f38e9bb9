import { createHash, hash } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { replaceFile } from '@threadline/files/durable-files';
import {
  type Backup,
  type BackupManifest,
  type BackupSummary,
  backupFileSchema,
  backupHeaderSchema,
  backupIdSchema,
  backupSummarySchema,
  type FileFacts,
  maxBackupFiles,
} from '@threadline/schema/wire/backup';
import { createProgressCounter, type OnProgress } from '../platform/progress.ts';

export const manifestName = 'manifest.jsonl';
export const databaseName = 'threadline.db';
/** The folders of a backup. Keys come last: they are useful only with everything else. */
export const backupFolders = ['media', 'keys'];

/** The first line holds a hash for each page of the site; every other line is short. */
const maxLineLength = 4 * 1024 * 1024;
const linesPerWrite = 500;
const maxOpenFiles = 8;
/** A stream takes twice as long for a small file. */
const maxReadBytes = 1024 * 1024;

/** A file is not a backup, or the backup is incomplete or damaged. The message is a sentence for the operator. */
export class ArchiveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ArchiveError';
  }
}

/**
 * Writes the manifest into the folder of a backup, line by line.
 *
 * @throws Error when the backup holds more than a manifest can list
 */
export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const { files, named, ...header } = manifest;
  const fileCount = Object.keys(files).length + Object.keys(named).length;
  const firstLine = JSON.stringify({ ...header, fileCount });
  if (fileCount > maxBackupFiles || firstLine.length > maxLineLength)
    throw new Error(`A backup holds at most ${maxBackupFiles} files. This site has ${fileCount}.`);

  function* createChunks(): Generator<string> {
    let chunk = `${firstLine}\n`;
    let lines = 0;
    for (const [list, mark] of [[files, {}] as const, [named, { isNamed: true }] as const])
      for (const [name, facts] of Object.entries(list)) {
        chunk += `${JSON.stringify({ name, ...facts, ...mark })}\n`;
        lines += 1;
        if (lines % linesPerWrite > 0) continue;
        yield chunk;
        chunk = '';
      }
    yield chunk;
  }

  await pipeline(createChunks, createWriteStream(join(folder, manifestName), { mode: 0o600 }));
}

/** @throws ArchiveError when the folder is not a backup */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const file = join(folder, manifestName);
  try {
    return await parseManifest(createReadStream(file));
  } catch {
    throw new ArchiveError(`${file} is not the manifest of a backup that this version can read.`);
  }
}

/** Parses a manifest line by line, so that a forged one cannot fill the memory. Throws when it is not a manifest. */
export async function parseManifest(chunks: AsyncIterable<Uint8Array>): Promise<BackupManifest> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const files: BackupManifest['files'] = {};
  const named: BackupManifest['named'] = {};
  let header: ReturnType<typeof backupHeaderSchema.parse> | undefined;
  let count = 0;
  let rest = '';

  function parseLine(line: string): void {
    if (!header) {
      header = backupHeaderSchema.parse(JSON.parse(line));
      return;
    }
    const { name, isNamed, ...facts } = backupFileSchema.parse(JSON.parse(line));
    count += 1;
    if (count > header.fileCount || Object.hasOwn(files, name) || Object.hasOwn(named, name))
      throw new Error('The manifest lists too many files.');
    (isNamed ? named : files)[name] = facts;
  }

  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLineLength) throw new Error('A line of the manifest is too long.');
    for (const line of lines) parseLine(line);
  }
  if (!header || count !== header.fileCount || rest !== '') throw new Error('The manifest is incomplete.');
  const { fileCount: _, ...values } = header;
  return { ...values, files, named };
}

/** Returns the total size of all files. */
export function sumBytes(files: BackupManifest['files']): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** @param onBytes called with the number of bytes that were read since the last call */
export async function hashFile(file: string, onBytes?: (more: number) => void): Promise<FileFacts> {
  if ((await stat(file)).size <= maxReadBytes) {
    const content = await readFile(file);
    onBytes?.(content.length);
    return { bytes: content.length, sha256: hash('sha256', content) };
  }
  const sha256 = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    sha256.update(chunk);
    bytes += chunk.length;
    onBytes?.(chunk.length);
  }
  return { bytes, sha256: sha256.digest('hex') };
}

/** Returns a sentence for each file of the manifest that is missing or has changed. */
export async function findFileFaults(
  folder: string,
  { files }: Pick<BackupManifest, 'files'>,
  onProgress?: OnProgress,
): Promise<string[]> {
  const faults: string[] = [];
  const count = createProgressCounter(onProgress, {
    name: 'Reading every file',
    unit: 'bytes',
    total: sumBytes(files),
  });
  await forEachFile(Object.entries(files), async ([name, expected]) => {
    const facts = await hashFile(join(folder, name), count).catch(ignoreMissing);
    if (!facts) faults.push(`${name} is missing`);
    else if (facts.sha256 !== expected.sha256) faults.push(`${name} has other bytes than were backed up`);
  });
  return faults;
}

/** Returns the names of the visible, finished files in a folder; none if there is no folder. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith('.tmp'))
    .map(({ name }) => name);
}

/** Runs a task for each item, a few at a time. Starts no further task after an error, and throws the first one. */
export async function forEachFile<Item>(items: Item[], task: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const errors: unknown[] = [];
  const work = async () => {
    for (const item of queue) {
      if (errors.length > 0) return;
      await task(item).catch((error: unknown) => errors.push(error));
      // Links are made synchronously: this pause lets requests be answered.
      await setImmediate();
    }
  };
  await Promise.all(Array.from({ length: maxOpenFiles }, work));
  if (errors.length > 0) throw errors[0];
}

/** For `catch`: resolves to undefined if a file or folder does not exist. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

/** For `catch`: resolves to undefined if a backup is damaged. */
export function ignoreUnreadable(error: unknown): undefined {
  if (!(error instanceof ArchiveError)) throw error;
}

const summaryName = 'summary.json';

/** Returns the summary of a backup that was not verified yet. */
export function summarize({ createdAt, revision, files }: BackupManifest): BackupSummary {
  return { createdAt, revision, bytes: sumBytes(files), files: Object.keys(files).length, verification: null };
}

export async function writeSummary(folder: string, summary: BackupSummary): Promise<void> {
  await replaceFile(join(folder, summaryName), JSON.stringify(summary), { mode: 0o600 });
}

/** Returns undefined when the summary is missing or damaged. */
function readSummary(folder: string): BackupSummary | undefined {
  try {
    return backupSummarySchema.parse(JSON.parse(readFileSync(join(folder, summaryName), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Returns the backups in a folder, newest first. Manifests are read only where a summary is missing or damaged. */
export async function listBackups(base: string): Promise<Backup[]> {
  const backups: Backup[] = [];
  for (const id of await listBackupIds(base)) {
    const folder = join(base, id);
    backups.push({ id, place: 'local', ...(readSummary(folder) ?? (await rebuildSummary(folder, id))) });
  }
  return backups;
}

/** Returns the names of the backups in a folder, newest first. */
export async function listBackupIds(base: string): Promise<string[]> {
  return filterIds(await readdir(base).catch(() => []));
}

function filterIds(names: string[]): string[] {
  return names
    .filter((name) => backupIdSchema.safeParse(name).success)
    .sort()
    .reverse();
}

/** Returns the newest backup that passed its verification. */
export function findVerified(backups: Backup[]): Backup | undefined {
  return backups.find(({ verification }) => verification?.result === 'verified');
}

/** Returns whether a folder of backups holds one that `restore latest` accepts. */
export function hasVerifiedBackup(base: string): boolean {
  try {
    return filterIds(readdirSync(base)).some((id) => readSummary(join(base, id))?.verification?.result === 'verified');
  } catch {
    return false;
  }
}

/** Returns the summary of a backup whose own cannot be read. The result of its verification is lost. */
async function rebuildSummary(folder: string, id: string): Promise<BackupSummary> {
  const manifest = await readManifest(folder).catch(() => undefined);
  return manifest ? summarize(manifest) : summarizeUnreadable(id);
}

/** Returns the summary of a backup of which neither the summary nor the manifest can be read. */
export function summarizeUnreadable(id: string): BackupSummary {
  const createdAt = id.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z');
  const detail = 'The backup is damaged: neither its summary nor its manifest can be read.';
  return { createdAt, revision: 0, bytes: 0, files: 0, verification: { at: createdAt, result: 'damaged', detail } };
}
