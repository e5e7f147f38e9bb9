import { join } from 'node:path';
import { openObjectStore } from '@threadline/object-store/object-store';
import {
  chooseIntervalHours,
  describeSharedLocation,
  findLocationOnDisk,
  findStoredLocation,
  openBackupStore,
} from '../backup/location.ts';
import { findVerified, listBackups } from '../backup/manifest.ts';
import { findMediaFaults } from '../backup/named-media.ts';
import { listOffSite } from '../backup/off-site.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../context.ts';
import { listImageFiles } from '../media/image-files.ts';
import { images } from '../platform/db/schema/core.ts';
import { dayMs, hourMs } from '../platform/durations.ts';
import { findMediaPlace, mediaPrefix } from '../platform/storage/media-storage.ts';
import { type Finding, fail, ok, warn } from './findings.ts';

const storeSettings = { timeoutMs: 5000, attempts: 2 };

/** Writes and reads a small object. @throws ObjectStoreError with a sentence when that fails */
export async function checkMediaStore({ mediaStore }: Config): Promise<Finding[]> {
  if (!mediaStore) return [];
  const store = openObjectStore(mediaStore, storeSettings);
  await store.probe();
  return [ok(`STORAGE_URL: the store ${store.name} can be read and written.`)];
}

/** Reports a backup location of the admin that is not used, or at which a variable places other data. */
export function checkStoredLocation({ config, db }: Deps): Finding[] {
  const sharedLocation = describeSharedLocation({ config, db });
  if (sharedLocation) return [fail(sharedLocation)];
  const unused = config.backup.store && findStoredLocation(db);
  if (!unused) return [];
  return [warn(`The backup location that was set up in the admin, ${unused.bucket}, is not used: BACKUP_URL wins.`)];
}

/** Compares the size of every image file with its row. Files are missing if `STORAGE_URL` was changed without a copy. */
export async function checkImages({ config, db }: Deps): Promise<Finding[]> {
  const rows = db.select().from(images).all();
  const files = rows.flatMap((row) =>
    listImageFiles(row).map(({ name, bytes }) => [mediaPrefix + name, { bytes }] as const),
  );
  const place = findMediaPlace(config);
  const faults = await findMediaFaults(place, Object.fromEntries(files));
  if (faults.length === 0) return [];
  const where = 'store' in place ? `the store ${place.store.name}` : place.folder;
  return [
    fail(
      `${faults.length} of ${files.length} image files are not in ${where} as they should be: ${faults.slice(0, 3).join('; ')}. If STORAGE_URL was changed: npm run cli -- media copy. Otherwise upload these images again.`,
    ),
  ];
}

/** @throws ArchiveError, ObjectStoreError with a sentence when the backup location cannot be listed */
export async function checkBackups(config: Config): Promise<Finding> {
  const { dataDir } = config;
  const location = findLocationOnDisk(config);
  const everyHours = chooseIntervalHours(config, location);
  const store = location && openBackupStore(location, storeSettings);
  const list = store ? await listOffSite(store) : await listBackups(join(dataDir, 'backups'));
  const verified = findVerified(list);
  const [newest] = list;
  const where = store ? `, in the store ${store.name}` : '';
  if (newest?.verification?.result === 'damaged')
    return fail(`The newest backup, ${newest.id}${where}: ${newest.verification.detail}`);
  if (!verified)
    return warn(`There is no verified backup${where} yet; the running server makes one within a few minutes.`);
  const ageMs = Date.now() - Date.parse(verified.createdAt);
  const sentence = `The newest verified backup is ${verified.id}${where}, ${Math.floor(ageMs / hourMs)} hours old.`;
  // While nothing changes, the server makes one backup a day.
  if (everyHours > 0 && ageMs > 2 * Math.max(dayMs, everyHours * hourMs))
    return fail(`${sentence} That is too old: the log of the server has the reason.`);
  return ok(store ? sentence : `${sentence} Keep copies elsewhere too: set a backup location in the admin.`);
}
