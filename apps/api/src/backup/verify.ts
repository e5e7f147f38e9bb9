import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import type { BackupManifest, BackupVerification } from '@threadline/schema/wire/backup';
import type { Config } from '../config.ts';
import { createContentQueries } from '../content/queries.ts';
import { listImageFiles } from '../media/image-files.ts';
import { type Db, openDatabase } from '../platform/db/client.ts';
import { images } from '../platform/db/schema/core.ts';
import { killOnExit } from '../platform/process-exit.ts';
import type { OnProgress } from '../platform/progress.ts';
import { findMediaPlace, mediaPrefix } from '../platform/storage/media-storage.ts';
import { readSnapshot } from '../publishing/snapshot.ts';
import { readArchive } from './archive.ts';
import { checkRestoredInChild } from './check-database.ts';
import { ArchiveError, databaseName, findFileFaults } from './manifest.ts';
import { findMediaFaults } from './named-media.ts';

const maxRenderMs = 90_000;
const maxShownFaults = 5;

export type Verdict = Omit<BackupVerification, 'at'>;
export type VerifyConfig = Pick<Config, 'pageHasher' | 'databaseChecker' | 'dataDir' | 'mediaStore'>;

/** A backup whose restore is rehearsed. */
export interface Rehearsed {
  manifest: BackupManifest;
  /**
   * The result of the last verification; undefined for a new backup. If the pages of a verified one differ now, the renderer has
   * changed, not the backup.
   */
  lastResult?: Verdict['result'] | undefined;
}

/**
 * Verifies the folder of a backup: reads every file, and rehearses the restore of its database in a temporary folder. The
 * backup is only read.
 */
export async function verifyBackup(
  config: VerifyConfig,
  { folder, onProgress, ...rehearsed }: Rehearsed & { folder: string; onProgress?: OnProgress },
): Promise<Verdict> {
  const { manifest } = rehearsed;
  const faults = await findFileFaults(folder, manifest, onProgress);
  if (faults.length > 0) return createDamagedVerdict(faults);
  const scratch = await mkdtemp(join(dirname(folder), '.rehearsing-'));
  try {
    const file = join(scratch, databaseName);
    await copyFile(join(folder, databaseName), file);
    return await rehearseRestore(config, { file, ...rehearsed });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Verifies a finished archive: reads all of it, and rehearses the restore of its database.
 *
 * @param scratch an empty folder
 */
export async function verifyArchive(
  config: VerifyConfig,
  { archive, scratch, onProgress }: { archive: string; scratch: string; onProgress?: OnProgress },
): Promise<Verdict> {
  const file = join(scratch, databaseName);
  const getTarget = (name: string) => (name === databaseName ? file : undefined);
  try {
    const manifest = await readArchive(archive, { step: 'Verifying', onProgress, getTarget });
    return await rehearseRestore(config, { file, manifest });
  } catch (error) {
    if (error instanceof ArchiveError) return { result: 'damaged', detail: error.message };
    throw error;
  }
}

/**
 * Checks the database, looks up every image file that it names, and compares the pages that are rendered from it with those
 * that were rendered when the backup was made.
 *
 * @param file a copy of the backup's database, which is migrated
 */
export async function rehearseRestore(
  config: VerifyConfig,
  { file, manifest, lastResult }: Rehearsed & { file: string },
): Promise<Verdict> {
  const faults = await checkRestoredInChild(config, file);
  if (faults.length > 0) return createDamagedVerdict(faults);
  const db = openDatabase(file);
  try {
    // The manifest lists the existing files, and the rows name the required ones.
    const listed = { ...manifest.files, ...manifest.named };
    const lost = [...listMediaFiles(db)].filter((name) => !Object.hasOwn(listed, name));
    if (lost.length > 0) return createDamagedVerdict(lost.map((name) => `${name} is not in it`));
    const namedFaults = await findMediaFaults(findMediaPlace(config), manifest.named);
    if (namedFaults.length > 0) return createDamagedVerdict(namedFaults);
    return await comparePages(config, { db, manifest, lastResult });
  } finally {
    db.$client.close();
  }
}

/** Returns the names that the files of all images have in a backup, including images in the trash. */
export function listMediaFiles(db: Pick<Db, 'select'>): Set<string> {
  const rows = db.select().from(images).all();
  return new Set(rows.flatMap((row) => listImageFiles(row).map(({ name }) => mediaPrefix + name)));
}

async function comparePages(
  config: VerifyConfig,
  { db, manifest, lastResult }: Rehearsed & { db: Db },
): Promise<Verdict> {
  const { pages, revision, siteUrl } = manifest;
  if (!pages) return createUnverifiedVerdict('The site could not be rendered when the backup was made.');
  let rendered: Record<string, string>;
  try {
    rendered = await hashPages(config, readComparedSnapshot({ db, config: { siteUrl } }, revision));
  } catch (error) {
    return createUnverifiedVerdict(
      `The restored site could not be rendered: ${error instanceof Error ? error.message : error}`,
    );
  }
  const paths = new Set([...Object.keys(pages), ...Object.keys(rendered)]);
  const different = [...paths].filter((path) => pages[path] !== rendered[path]);
  if (different.length > 0 && lastResult !== 'verified') {
    const difference = `the restored site differs on ${different.slice(0, maxShownFaults).join(', ')}`;
    if (lastResult !== 'unverified') return createDamagedVerdict([difference]);
    return createUnverifiedVerdict(
      `All files are the same, but ${difference}. The software may have been updated since.`,
    );
  }
  const [files, named] = [manifest.files, manifest.named].map((list) => Object.keys(list).length);
  const images = named ? ` ${named} images are in their object store.` : '';
  const pageResult =
    different.length > 0
      ? `files are the same. The pages were the same before the software of the site was updated.`
      : `files and ${paths.size} pages are the same.`;
  return { result: 'verified', detail: `Restored for a test: ${files} ${pageResult}${images}` };
}

/**
 * Reads the snapshot whose pages are compared. Only the address of the site counts: a backup stays verifiable when the
 * admin or the pictures move.
 */
export function readComparedSnapshot(
  { db, config: { siteUrl } }: { db: Db; config: Pick<Config, 'siteUrl'> },
  revision: number,
): Snapshot {
  const config = { siteUrl, appUrl: siteUrl, mediaUrl: '' };
  return readSnapshot({ db, config }, createContentQueries(db), revision);
}

/**
 * Renders a snapshot in a child process. Returns the SHA-256 of each page by its URL path.
 *
 * @throws Error with a sentence when it cannot be rendered
 */
export async function hashPages(
  { pageHasher }: Pick<Config, 'pageHasher'>,
  snapshot: Snapshot,
): Promise<Record<string, string>> {
  const signal = AbortSignal.timeout(maxRenderMs);
  const child = spawn(process.execPath, [pageHasher], { stdio: ['pipe', 'pipe', 'pipe'], signal });
  killOnExit(child);
  // The child may exit before it has read everything; its exit code tells why.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(snapshot));
  const [[code], output, errors] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(errors.trim().split('\n')[0] || `The renderer ended with code ${code}.`);
  return JSON.parse(output);
}

export function createDamagedVerdict(faults: string[]): Verdict {
  const more = faults.length > maxShownFaults ? `; and ${faults.length - maxShownFaults} more` : '';
  return {
    result: 'damaged',
    detail: `The backup is damaged: ${faults.slice(0, maxShownFaults).join('; ')}${more}.`,
  };
}

function createUnverifiedVerdict(detail: string): Verdict {
  return { result: 'unverified', detail };
}
