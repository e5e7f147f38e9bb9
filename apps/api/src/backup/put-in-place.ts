import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from '../disk-full.ts';
import { countUp, type TellProgress } from '../progress.ts';
import { databaseName, type FileFacts, factsOf, shareInPlace, sync, unlessMissing } from './files.ts';
import { endLog, setAside } from './set-aside.ts';

interface Bringing {
  /** The backup, unpacked and checked. */
  ready: string;
  dataDir: string;
  now: Date;
  tell?: TellProgress | undefined;
}

/**
 * Puts a checked backup in the place of what is there. The present database is copied, to be kept; images are added, and none
 * is removed; the last step, a rename, replaces the database.
 *
 * @returns the folder of the copy; undefined where there was no database
 * @throws Error when the disk is full: the site is as it was
 */
export async function putInPlace(bringing: Bringing, files: [string, FileFacts][]): Promise<string | undefined> {
  const { ready, dataDir, now } = bringing;
  // What takes room comes first: on a full disk nothing has changed yet.
  const replaced = await setAside(dataDir, now);
  try {
    await bringFiles(bringing, files);
    if (replaced) await endLog(dataDir);
  } catch (error) {
    if (replaced && isDiskFull(error)) await rm(replaced, { recursive: true, force: true });
    throw error;
  }
  await rename(join(ready, databaseName), join(dataDir, databaseName));
  await sync(dataDir);
  return replaced;
}

async function bringFiles({ ready, dataDir, tell }: Bringing, files: [string, FileFacts][]): Promise<void> {
  const brought = countUp(tell, { name: 'Bringing the files', unit: 'items', total: files.length });
  for (const [name, { sha256 }] of files) {
    brought(1);
    if (name === databaseName) continue;
    const target = join(dataDir, name);
    const present = await factsOf(target).catch(() => undefined);
    // Keys of this machine stay: the publisher that runs beside may use them.
    if (present && (present.sha256 === sha256 || name.startsWith('keys/'))) continue;
    await mkdir(join(dataDir, name, '..'), { recursive: true, mode: 0o700 });
    await shareInPlace(join(ready, name), target);
  }
  for (const below of ['media', 'keys']) {
    await sync(join(dataDir, below)).catch(unlessMissing);
  }
}
