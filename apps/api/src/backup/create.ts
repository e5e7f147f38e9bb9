import { chmod, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkOrCopy, renameDurably, syncPath } from '@threadline/files/durable-files';
import type { BackupManifest, FileFacts } from '@threadline/schema/wire/backup';
import { createContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createProgressCounter, type OnProgress } from '../platform/progress.ts';
import { readDiskSpace } from '../platform/storage/free-space.ts';
import {
  findMediaPlace,
  type MediaPlace,
  mediaPrefix,
  openMediaPlace,
  saveMediaFile,
} from '../platform/storage/media-storage.ts';
import { dropLitestreamTables } from '../replication/litestream.ts';
import {
  backupFolders,
  databaseName,
  forEachFile,
  hashFile,
  ignoreMissing,
  listFiles,
  manifestName,
  summarize,
  writeManifest,
  writeSummary,
} from './manifest.ts';
import { nameMedia } from './named-media.ts';
import { hashPages, listMediaFiles, readComparedSnapshot } from './verify.ts';

const mebibyte = 1024 ** 2;
/** Room for the writes of the site during the backup. */
const reservedBytes = 256 * mebibyte;
const pagesPerStep = 100;

type BackupDeps = Pick<Deps, 'config' | 'db' | 'now' | 'log'>;

interface CreateOptions {
  /** The finished backup appears under this path. */
  folder: string;
  /** Whether the backup includes images of an object store; otherwise it names them. */
  withMedia?: boolean;
  /** Whether the backup includes the keys: with them, anyone can sign in as any user. */
  withKeys?: boolean;
  /** The manifest of an earlier backup. Files that have not changed since are not read again. */
  earlier?: BackupManifest;
  readFreeBytes?: ((folder: string) => number) | undefined;
  onProgress?: OnProgress;
}

/**
 * Copies the database while it is in use, and links the images, or names those of an object store.
 *
 * @throws BackupRoomError 503 when there is too little room, before anything is written
 */
export async function createBackup(deps: BackupDeps, options: CreateOptions): Promise<BackupManifest> {
  assertFreeSpace(deps, options);
  const draft = join(dirname(options.folder), `.making-${crypto.randomUUID()}`);
  try {
    const manifest = await fillDraft(draft, deps, options);
    await writeManifest(draft, manifest);
    await writeSummary(draft, summarize(manifest));
    for (const name of [manifestName, ...backupFolders, '']) await syncPath(join(draft, name));
    await renameDurably(draft, options.folder);
    return manifest;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** The disk has too little room for a backup. */
export class BackupRoomError extends ProblemError {}

/** The database is written twice: as the copy and for its rehearsal. Images are linked and take no room. */
function assertFreeSpace(
  { db }: Pick<Deps, 'db'>,
  { folder, readFreeBytes = (path) => readDiskSpace(path).freeBytes }: CreateOptions,
): void {
  const readPragma = (name: string) => Number(db.$client.pragma(name, { simple: true }));
  const needed = 2 * readPragma('page_count') * readPragma('page_size') + reservedBytes;
  const free = readFreeBytes(dirname(folder));
  if (free >= needed) return;
  const [freeMb, neededMb] = [free, needed].map((bytes) => Math.ceil(bytes / mebibyte));
  throw new BackupRoomError('unavailable', {
    detail: `Not enough room for a backup: ${freeMb} MB are free, ${neededMb} MB are needed.`,
  });
}

async function fillDraft(
  draft: string,
  deps: BackupDeps,
  { withKeys, withMedia, earlier, onProgress }: CreateOptions,
): Promise<BackupManifest> {
  const { config, db, now, log } = deps;
  // Private: a backup holds password hashes and personal data.
  for (const folder of ['', ...backupFolders]) await mkdir(join(draft, folder), { recursive: true, mode: 0o700 });

  // Taken before the copy: a restore repeats the erasures that are later than this time.
  const createdAt = now().toISOString();
  const queries = createContentQueries(db);
  const snapshot = readComparedSnapshot(deps, queries.latestRevision());
  const pages = hashPages(config, snapshot).catch((error: Error) => {
    log.warn({ reason: error.message }, 'a backup was made without the hashes of its pages');
    return null;
  });

  // Images are collected before and after copying the database, so that those uploaded or restored meanwhile are included.
  const place = findMediaPlace(config);
  const names = listMediaFiles(db);
  const linkMedia = async () => 'folder' in place && linkMissing(place.folder, join(draft, 'media'));
  await linkMedia();
  const copy = join(draft, databaseName);
  await copyDatabase(db, copy, onProgress);
  await chmod(copy, 0o600);
  await syncPath(copy);
  await linkMedia();
  for (const name of listMediaFiles(db)) names.add(name);
  if (withMedia && 'store' in place) await downloadMedia(place, { names, draft, onProgress });
  const isNaming = 'store' in place && !withMedia;
  const named = isNaming ? await nameMedia(place, { names, earlier: earlier?.named ?? {}, log }) : {};
  if (withKeys) await linkMissing(join(config.dataDir, 'keys'), join(draft, 'keys'));
  return {
    format: 'threadline-backup',
    formatVersion: 3,
    madeBy: config.version,
    createdAt,
    revision: snapshot.revision,
    pages: await pages,
    siteUrl: config.siteUrl,
    site: readSite(db),
    files: await listContent(draft, earlier, onProgress),
    named,
  };
}

/** Returns the hash of the first audit entry, which tells one site from another. */
export function readSite({ $client }: Pick<Deps['db'], '$client'>): string {
  return String($client.prepare('select hash from audit_log order by id limit 1').pluck().get() ?? '');
}

async function downloadMedia(
  place: MediaPlace,
  { names, draft, onProgress }: { names: Set<string>; draft: string; onProgress: OnProgress | undefined },
): Promise<void> {
  const storage = openMediaPlace(place);
  const step = { name: 'Downloading the images', unit: 'items' as const, total: names.size };
  const count = createProgressCounter(onProgress, step);
  await forEachFile([...names], async (name) => {
    await saveMediaFile(storage, name.slice(mediaPrefix.length), join(draft, name));
    count(1);
  });
}

async function listContent(
  draft: string,
  earlier: BackupManifest | undefined,
  onProgress: OnProgress | undefined,
): Promise<BackupManifest['files']> {
  const names = [databaseName];
  for (const folder of backupFolders)
    for (const name of await listFiles(join(draft, folder))) names.push(`${folder}/${name}`);
  const count = createProgressCounter(onProgress, { name: 'Listing the files', unit: 'items', total: names.length });
  const files = new Map<string, FileFacts>();
  await forEachFile(names, async (name) => {
    const file = join(draft, name);
    const { size, mtimeMs } = await stat(file);
    const known = earlier?.files[name];
    const isSame = known?.bytes === size && known.mtimeMs === mtimeMs;
    files.set(name, isSame ? known : { ...(await hashFile(file)), mtimeMs });
    count(1);
  });
  return Object.fromEntries(files);
}

async function copyDatabase({ $client }: Deps['db'], copy: string, onProgress: OnProgress | undefined): Promise<void> {
  const pageBytes = Number($client.pragma('page_size', { simple: true }));
  const report = (pages: number, totalPages: number) =>
    onProgress?.({
      name: 'Copying the database',
      unit: 'bytes',
      done: pages * pageBytes,
      total: totalPages * pageBytes,
    });
  const { totalPages } = await $client.backup(copy, {
    progress({ totalPages, remainingPages }) {
      report(totalPages - remainingPages, totalPages);
      return pagesPerStep;
    },
  });
  report(totalPages, totalPages);
  dropLitestreamTables(copy);
}

async function linkMissing(source: string, target: string): Promise<void> {
  const present = new Set(await listFiles(target));
  const names = (await listFiles(source)).filter((name) => !present.has(name));
  // A file that is gone by now was deleted permanently. If a row still names it, the verification reports it.
  await forEachFile(names, (name) => linkOrCopy(join(source, name), join(target, name)).catch(ignoreMissing));
}
