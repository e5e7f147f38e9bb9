import { link, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileFacts } from '@threadline/schema/backup';
import { findKeyFault, isKeyName } from '../platform/keys.ts';
import { countUp, type TellProgress } from '../platform/progress.ts';
import { isDiskFull } from '../platform/storage/disk-full.ts';
import { databaseName, factsOf, forEachFile, shareInPlace, sync } from './files.ts';
import { endLog, setAside } from './snapshot-current.ts';

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
  const place = async ([name, { sha256 }]: [string, FileFacts]) => {
    brought(1);
    await placeFile(name, { ready, dataDir, sha256 });
  };
  for (const folder of ['media', 'keys']) {
    // Keys come last: they are few, and only of use with all the rest.
    const inFolder = files.filter(([name]) => name.startsWith(`${folder}/`));
    if (inFolder.length === 0) continue;
    await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 });
    await forEachFile(inFolder, place);
    await sync(join(dataDir, folder));
  }
  brought(1);
}

interface Place {
  ready: string;
  dataDir: string;
  sha256: string;
}

async function placeFile(name: string, { ready, dataDir, sha256 }: Place): Promise<void> {
  const [source, target] = [join(ready, name), join(dataDir, name)];
  const isNew = await link(source, target).then(
    () => true,
    () => false,
  );
  if (isNew) return;
  const present = await factsOf(target).catch(() => undefined);
  if (present && (present.sha256 === sha256 || isUsableKey(dataDir, name))) return;
  await shareInPlace(source, target);
}

/** Keys of this machine stay: the publisher that runs beside may use them. A damaged one is replaced. */
function isUsableKey(dataDir: string, file: string): boolean {
  const [folder, name = ''] = file.split('/');
  return folder === 'keys' && !(isKeyName(name) && findKeyFault(dataDir, name));
}
