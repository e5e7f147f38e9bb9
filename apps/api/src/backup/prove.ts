import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupManifest, BackupProof } from '@threadline/schema/backup';
import type { Config } from '../config.ts';
import { createContentQueries } from '../content/queries.ts';
import { readSnapshot } from '../content/snapshot.ts';
import { openDatabase } from '../db/client.ts';
import type { TellProgress } from '../progress.ts';
import { checkApart } from './check-apart.ts';
import { databaseName, fileFaults } from './files.ts';
import { hashPages } from './hash-pages.ts';
import { namedMedia } from './named-media.ts';

type Verdict = Omit<BackupProof, 'at'>;

/**
 * Rehearses a restore: every file is read, the database is opened in a scratch folder and checked, every picture that it
 * names must be there, and the site that is rendered from it must have the very bytes that it had at the backup.
 *
 * @param folder a backup as `makeBackup` leaves it; it is only read
 */
export async function proveBackup(
  config: Pick<Config, 'pageHasher'>,
  { folder, manifest, tell }: { folder: string; manifest: BackupManifest; tell?: TellProgress },
): Promise<Verdict> {
  const faults = await fileFaults(folder, manifest, tell);
  if (faults.length > 0) return damaged(faults);
  const scratch = await mkdtemp(join(dirname(folder), '.rehearsing-'));
  try {
    const file = join(scratch, databaseName);
    await copyFile(join(folder, databaseName), file);
    const broken = await checkApart(file);
    if (broken.length > 0) return damaged(broken);
    const lost = lostMedia(file, manifest);
    return lost.length > 0 ? damaged(lost) : await comparePages(config, { file, manifest });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
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
  config: Pick<Config, 'pageHasher'>,
  { file, manifest }: { file: string; manifest: BackupManifest },
): Promise<Verdict> {
  const { pages, revision, siteUrl } = manifest;
  if (!pages) return unproven('The site could not be rendered when the backup was made.');
  const db = openDatabase(file);
  let rendered: Record<string, string>;
  try {
    rendered = await hashPages(config, readSnapshot({ db, config: { siteUrl } }, createContentQueries(db), revision));
  } catch (error) {
    return unproven(`The restored site could not be rendered: ${error instanceof Error ? error.message : error}`);
  } finally {
    db.$client.close();
  }
  const paths = new Set([...Object.keys(pages), ...Object.keys(rendered)]);
  const different = [...paths].filter((path) => pages[path] !== rendered[path]);
  if (different.length > 0) return damaged([`the restored site differs on ${different.slice(0, 5).join(', ')}`]);
  const files = Object.keys(manifest.files).length;
  return { result: 'proven', detail: `Restored for a test: ${files} files and ${paths.size} pages are the same.` };
}

function damaged(faults: string[]): Verdict {
  const more = faults.length > 5 ? `; and ${faults.length - 5} more` : '';
  return { result: 'damaged', detail: `The backup is damaged: ${faults.slice(0, 5).join('; ')}${more}.` };
}

function unproven(detail: string): Verdict {
  return { result: 'unproven', detail };
}
