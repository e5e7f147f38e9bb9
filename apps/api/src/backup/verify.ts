import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupManifest, BackupVerification } from '@threadline/schema/backup';
import type { Config } from '../config.ts';
import { createContentQueries } from '../content/queries.ts';
import { openDatabase } from '../platform/db/client.ts';
import type { TellProgress } from '../platform/progress.ts';
import { readSnapshot } from '../publishing/snapshot.ts';
import { checkApart } from './check-in-child-process.ts';
import { databaseName, fileFaults } from './files.ts';
import { hashPages } from './hash-pages.ts';
import { ArchiveError } from './manifest.ts';
import { openFile, readArchive } from './read-archive.ts';
import { namedMedia } from './referenced-media.ts';

export type Verdict = Omit<BackupVerification, 'at'>;
type RendererConfig = Pick<Config, 'pageHasher'>;

/**
 * Verifies a backup: reads every file of it, and rehearses the restore of its database in a scratch folder.
 *
 * @param folder a backup as `makeBackup` leaves it; it is only read
 */
export async function verifyBackup(
  config: RendererConfig,
  { folder, manifest, tell }: { folder: string; manifest: BackupManifest; tell?: TellProgress },
): Promise<Verdict> {
  const faults = await fileFaults(folder, manifest, tell);
  if (faults.length > 0) return damaged(faults);
  const scratch = await mkdtemp(join(dirname(folder), '.rehearsing-'));
  try {
    const file = join(scratch, databaseName);
    await copyFile(join(folder, databaseName), file);
    return await rehearseRestore(config, { file, manifest });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Verifies a finished archive: reads all of it, and rehearses the restore of the database that it holds.
 *
 * @param scratch an empty folder
 */
export async function verifyArchive(
  config: RendererConfig,
  { archive, scratch, tell }: { archive: string; scratch: string; tell?: TellProgress },
): Promise<Verdict> {
  const file = join(scratch, databaseName);
  const openTarget = (name: string) => (name === databaseName ? openFile(file) : undefined);
  try {
    const manifest = await readArchive(archive, { step: 'Verifying', tell, openTarget });
    return await rehearseRestore(config, { file, manifest });
  } catch (error) {
    if (error instanceof ArchiveError) return { result: 'damaged', detail: error.message };
    throw error;
  }
}

/**
 * Opens and checks the database, looks for every image that it names, and compares the pages that are rendered from it with
 * those that were rendered when the backup was made.
 *
 * @param file a copy of the backup's database; it is changed
 */
async function rehearseRestore(
  config: RendererConfig,
  { file, manifest }: { file: string; manifest: BackupManifest },
): Promise<Verdict> {
  const broken = await checkApart(file);
  if (broken.length > 0) return damaged(broken);
  const lost = lostMedia(file, manifest);
  return lost.length > 0 ? damaged(lost) : await comparePages(config, { file, manifest });
}

/** The list tells only what was there to be copied; what should have been there is known to the rows. */
function lostMedia(file: string, { files }: BackupManifest): string[] {
  const db = openDatabase(file);
  try {
    return [...namedMedia(db)].filter((name) => !Object.hasOwn(files, name)).map((name) => `${name} is not in it`);
  } finally {
    db.$client.close();
  }
}

async function comparePages(
  config: RendererConfig,
  { file, manifest }: { file: string; manifest: BackupManifest },
): Promise<Verdict> {
  const { pages, revision, siteUrl } = manifest;
  if (!pages) return unverified('The site could not be rendered when the backup was made.');
  const db = openDatabase(file);
  let rendered: Record<string, string>;
  try {
    rendered = await hashPages(config, readSnapshot({ db, config: { siteUrl } }, createContentQueries(db), revision));
  } catch (error) {
    return unverified(`The restored site could not be rendered: ${error instanceof Error ? error.message : error}`);
  } finally {
    db.$client.close();
  }
  const paths = new Set([...Object.keys(pages), ...Object.keys(rendered)]);
  const different = [...paths].filter((path) => pages[path] !== rendered[path]);
  if (different.length > 0) return damaged([`the restored site differs on ${different.slice(0, 5).join(', ')}`]);
  const files = Object.keys(manifest.files).length;
  return { result: 'verified', detail: `Restored for a test: ${files} files and ${paths.size} pages are the same.` };
}

function damaged(faults: string[]): Verdict {
  const more = faults.length > 5 ? `; and ${faults.length - 5} more` : '';
  return { result: 'damaged', detail: `The backup is damaged: ${faults.slice(0, 5).join('; ')}${more}.` };
}

function unverified(detail: string): Verdict {
  return { result: 'unverified', detail };
}
