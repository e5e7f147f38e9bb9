import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkOrCopy } from '@threadline/files/durable-files';
import { downloadFile, uploadFile } from '@threadline/object-store/large-files';
import type { ObjectStore } from '@threadline/object-store/object-store';
import { ObjectStoreError } from '@threadline/object-store/store-error';
import {
  type Backup,
  type BackupManifest,
  type BackupSummary,
  backupIdSchema,
  backupSummarySchema,
} from '@threadline/schema/wire/backup';
import type { Logger } from 'pino';
import { dayMs } from '../platform/durations.ts';
import { createProgressCounter, type OnProgress } from '../platform/progress.ts';
import { readDiskSpace } from '../platform/storage/free-space.ts';
import { getMediaType } from '../platform/storage/media-storage.ts';
import {
  ArchiveError,
  backupFolders,
  databaseName,
  forEachFile,
  hashFile,
  ignoreMissing,
  ignoreUnreadable,
  manifestName,
  parseManifest,
  sumBytes,
  summarize,
  summarizeUnreadable,
} from './manifest.ts';
import { findImageFaults, type IntactImages, imagesPrefix, isImageEntry, listImages } from './off-site-images.ts';
import { createDamagedVerdict, type Rehearsed, rehearseRestore, type Verdict, type VerifyConfig } from './verify.ts';

const backupsPrefix = 'backups/';
const summaryName = 'summary.json';
/** A file that no manifest names may belong to a backup that is being sent. */
const minOrphanAgeMs = dayMs;

const getKey = (id: string, name: string) => `${backupsPrefix}${id}/${name}`;

interface Transfer {
  id: string;
  /** The folder of the backup on this machine. */
  folder: string;
  onProgress?: OnProgress | undefined;
}

/** Sends a backup: images that the store lacks or holds damaged, the database, and the manifest last, without which it does not count. */
export async function sendBackup(
  store: ObjectStore,
  { id, folder, manifest, intact, onProgress }: Transfer & { manifest: BackupManifest; intact: IntactImages },
): Promise<void> {
  const database = manifest.files[databaseName];
  if (!database) throw new ArchiveError('The backup has no database.');
  const faults = await findImageFaults(store, { folder, manifest, intact });
  const missing = Object.entries(manifest.files).filter(([name]) => faults.has(name));
  const total = missing.reduce((sum, [, { bytes }]) => sum + bytes, database.bytes);
  const count = createProgressCounter(onProgress, { name: 'Sending', unit: 'bytes', total });
  await forEachFile(missing, async ([name, { sha256 }]) => {
    const file = join(folder, name);
    if ((await hashFile(file)).sha256 !== sha256)
      throw new ArchiveError(`The backup is damaged: ${name} has other bytes than were backed up.`);
    const image = { key: imagesPrefix + sha256, path: file, sha256, contentType: getMediaType(name) };
    await uploadFile(store, image, { onBytes: count });
  });
  const path = join(folder, databaseName);
  await uploadFile(store, { key: getKey(id, databaseName), path, sha256: database.sha256 }, { onBytes: count });
  const list = join(folder, manifestName);
  const { sha256 } = await hashFile(list);
  await uploadFile(store, { key: getKey(id, manifestName), path: list, sha256 });
}

/** @throws ArchiveError when the manifest is missing or damaged */
export async function readOffSiteManifest(store: ObjectStore, id: string): Promise<BackupManifest> {
  const found = await store.get(getKey(id, manifestName));
  if (!found) throw new ArchiveError(`There is no backup ${id} in the store ${store.name}.`);
  try {
    return await parseManifest(
      (async function* () {
        yield found;
      })(),
    );
  } catch {
    throw new ArchiveError(`The manifest of the backup ${id} in the store ${store.name} cannot be read.`);
  }
}

/**
 * Refuses a store that may hold the backups of another site, because a new, empty site would push them out.
 *
 * @param site of the backup that will be sent
 * @param backups of the store, newest first
 * @throws ArchiveError
 */
export async function refuseOtherSite(
  store: ObjectStore,
  site: string,
  backups: readonly { id: string }[],
): Promise<void> {
  if (backups.length === 0) return;
  for (const { id } of backups) {
    const stored = await readOffSiteManifest(store, id).catch(ignoreUnreadable);
    if (stored?.site === site) return;
    if (stored)
      throw new ArchiveError(
        `The store ${store.name} has backups of another site, which those of this site would push out. Choose another bucket or folder. To continue the other site here, the server’s administrator can restore it (npm run cli -- restore latest).`,
      );
  }
  throw new ArchiveError(
    `No manifest of the backups in the store ${store.name} can be read, so they may belong to another site. Choose another bucket or folder, or remove them from the store.`,
  );
}

/**
 * Verifies a backup in the store: downloads the database, looks up every image, and rehearses the restore.
 *
 * @param base the folder of the local copy, and for the download
 */
export async function verifyOffSite(
  config: VerifyConfig,
  {
    store,
    id,
    base,
    intact,
    lastResult,
  }: OffSiteSource & { base: string; intact: IntactImages } & Pick<Rehearsed, 'lastResult'>,
): Promise<Verdict> {
  const scratch = await mkdtemp(join(base, '.rehearsing-'));
  try {
    const manifest = await readOffSiteManifest(store, id);
    const faults = await findImageFaults(store, { folder: join(base, id), manifest, intact });
    if (faults.size > 0) return createDamagedVerdict([...faults].map(([name, fault]) => `${name} ${fault}`));
    const file = join(scratch, databaseName);
    await downloadDatabase(store, { id, manifest, file });
    return await rehearseRestore(config, { file, manifest, lastResult });
  } catch (error) {
    if (error instanceof ArchiveError) return { result: 'damaged', detail: error.message };
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

interface DatabaseDownload {
  id: string;
  manifest: BackupManifest;
  file: string;
  onBytes?: (more: number) => void;
}

/** @throws ArchiveError when the database is missing or has other bytes than were backed up */
async function downloadDatabase(store: ObjectStore, { id, manifest, file, onBytes }: DatabaseDownload): Promise<void> {
  const found = await downloadFile(store, { key: getKey(id, databaseName), path: file }, { onBytes });
  if (!found) throw new ArchiveError(`The backup is damaged: ${databaseName} is missing.`);
  if (found.sha256 !== manifest.files[databaseName]?.sha256)
    throw new ArchiveError(`The backup is damaged: ${databaseName} has other bytes than were backed up.`);
}

/** The facts of a backup that a store holds, for a restore. */
export interface OffSiteSource {
  store: ObjectStore;
  id: string;
}

/**
 * Downloads a backup into an empty folder, and compares every byte with the manifest. Images that are still in the data folder
 * are linked.
 *
 * @throws ArchiveError when the backup is damaged, or when the disk has too little room for it
 */
export async function downloadBackup(
  { store, id }: OffSiteSource,
  {
    folder,
    dataDir,
    onProgress,
    readFreeBytes = (path) => readDiskSpace(path).freeBytes,
  }: Omit<Transfer, 'id'> & { dataDir: string; readFreeBytes?: ((folder: string) => number) | undefined },
): Promise<BackupManifest> {
  const manifest = await readOffSiteManifest(store, id);
  const total = sumBytes(manifest.files);
  const free = readFreeBytes(dirname(folder));
  if (total > free) throw new ArchiveError(`The backup holds ${total} bytes, and the disk has ${free} left.`);
  for (const name of backupFolders) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  const count = createProgressCounter(onProgress, { name: 'Downloading', unit: 'bytes', total });
  await downloadDatabase(store, { id, manifest, file: join(folder, databaseName), onBytes: count });
  await forEachFile(Object.entries(manifest.files).filter(isImageEntry), async ([name, { bytes, sha256 }]) => {
    const [present, target] = [join(dataDir, name), join(folder, name)];
    const local = await hashFile(present).catch(ignoreMissing);
    if (local?.sha256 === sha256) await linkOrCopy(present, target);
    else {
      const found = await store.get(imagesPrefix + sha256);
      if (!found) throw new ArchiveError(`The backup is damaged: ${name} is missing.`);
      await writeFile(target, found, { mode: 0o600 });
      if ((await hashFile(target)).sha256 !== sha256)
        throw new ArchiveError(`The backup is damaged: ${name} has other bytes than were backed up.`);
    }
    count(bytes);
  });
  return manifest;
}

export async function writeOffSiteSummary(store: ObjectStore, id: string, summary: BackupSummary): Promise<void> {
  const headers = { contentType: 'application/json', cacheControl: 'no-store' };
  await store.put(getKey(id, summaryName), JSON.stringify(summary), headers);
}

/** Returns the ids of the backups in a store whose manifest has arrived, newest first, and the age of the other ones. */
async function listIds(store: ObjectStore): Promise<{ complete: string[]; partial: Map<string, Date> }> {
  const complete: string[] = [];
  const partial = new Map<string, Date>();
  for await (const { key, modifiedAt } of store.list(backupsPrefix)) {
    const [id = '', name = ''] = key.slice(backupsPrefix.length).split('/');
    if (!backupIdSchema.safeParse(id).success) continue;
    if (name === manifestName) complete.push(id);
    else partial.set(id, modifiedAt);
  }
  for (const id of complete) partial.delete(id);
  return { complete: complete.sort().reverse(), partial };
}

/**
 * Returns the backups in a store, newest first.
 *
 * @param known verified summaries from an earlier call; they never change, so that they are not read again
 */
export async function listOffSite(store: ObjectStore, known = new Map<string, BackupSummary>()): Promise<Backup[]> {
  const { complete } = await listIds(store);
  const summaries = new Map<string, BackupSummary>();
  await forEachFile(complete, async (id) => {
    const summary = known.get(id) ?? (await readSummary(store, id));
    summaries.set(id, summary ?? summarizeUnreadable(id));
    if (summary?.verification) known.set(id, summary);
  });
  return complete.flatMap((id) => {
    const summary = summaries.get(id);
    return summary ? [{ id, place: 'off-site' as const, ...summary }] : [];
  });
}

/** Returns undefined when neither the summary nor the manifest can be read. */
async function readSummary(store: ObjectStore, id: string): Promise<BackupSummary | undefined> {
  const found = await store.get(getKey(id, summaryName));
  try {
    return backupSummarySchema.parse(JSON.parse(new TextDecoder().decode(found)));
  } catch {
    // It was sent, and the process was killed before the verification ended.
    const manifest = await readOffSiteManifest(store, id).catch(ignoreUnreadable);
    return manifest && summarize(manifest);
  }
}

interface Pruning {
  /** The ids of the backups to remove. */
  old: string[];
  now: Date;
  log: Logger;
}

/**
 * Removes old backups, those that never became complete, and images that no other backup names. All images stay while a
 * manifest cannot be read. A key without the permission to delete is no error.
 *
 * @returns whether all of them were removed
 */
export async function pruneOffSite(store: ObjectStore, { old, now, log }: Pruning): Promise<boolean> {
  try {
    const isOrphan = (modifiedAt: Date) => now.getTime() - modifiedAt.getTime() > minOrphanAgeMs;
    const { complete, partial } = await listIds(store);
    const stopped = [...partial].flatMap(([id, modifiedAt]) => (isOrphan(modifiedAt) ? [id] : []));
    // The manifest goes first: without it the rest does not count.
    for (const id of [...old, ...stopped])
      for (const name of [manifestName, summaryName, databaseName]) await store.delete(getKey(id, name));
    if (old.length === 0) return true;
    const needed = await findNeeded(
      store,
      complete.filter((id) => !old.includes(id)),
    );
    if (!needed) {
      log.warn('no off-site images are removed: the manifest of a backup cannot be read');
      return true;
    }
    for (const [sha256, { modifiedAt }] of await listImages(store))
      if (!needed.has(sha256) && isOrphan(modifiedAt)) await store.delete(imagesPrefix + sha256);
    return true;
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    log.warn({ reason: error.message }, 'old off-site backups could not be removed; the new one is complete');
    return false;
  }
}

/** Returns the SHA-256 of every file of these backups; undefined when one of their manifests cannot be read. */
async function findNeeded(store: ObjectStore, ids: string[]): Promise<Set<string> | undefined> {
  const needed = new Set<string>();
  for (const id of ids) {
    const manifest = await readOffSiteManifest(store, id).catch(ignoreUnreadable);
    if (!manifest) return undefined;
    for (const { sha256 } of Object.values(manifest.files)) needed.add(sha256);
  }
  return needed;
}
