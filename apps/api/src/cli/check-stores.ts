import { join } from 'node:path';
import { openObjectStore } from '@threadline/object-store/object-store';
import { findVerified, listBackups } from '../backup/manifest.ts';
import { listOffSite } from '../backup/off-site.ts';
import type { Config } from '../config.ts';
import { dayMs, hourMs } from '../platform/durations.ts';
import { bad, type Finding, look, ok } from './findings.ts';

const storeSettings = { timeoutMs: 5000, attempts: 2 };

/** Writes and reads a small object. @throws ObjectStoreError with a sentence when that fails */
export async function checkMediaStore({ mediaStore }: Config): Promise<Finding[]> {
  if (!mediaStore) return [];
  const store = openObjectStore(mediaStore, storeSettings);
  await store.probe();
  return [ok(`STORAGE_URL: the store ${store.name} can be read and written.`)];
}

/** @throws ObjectStoreError with a sentence when the store at `BACKUP_URL` cannot be listed */
export async function checkBackups({ dataDir, backup: { store: location, everyHours } }: Config): Promise<Finding> {
  const store = location && openObjectStore(location, storeSettings);
  const list = store ? await listOffSite(store) : await listBackups(join(dataDir, 'backups'));
  const verified = findVerified(list);
  const [newest] = list;
  const where = store ? `, in the store ${store.name}` : '';
  if (newest?.verification?.result === 'damaged')
    return bad(`The newest backup, ${newest.id}${where}: ${newest.verification.detail}`);
  if (!verified)
    return look(`There is no verified backup${where} yet; the running server makes one within a few minutes.`);
  const ageMs = Date.now() - Date.parse(verified.createdAt);
  const sentence = `The newest verified backup is ${verified.id}${where}, ${Math.floor(ageMs / hourMs)} hours old.`;
  // While nothing changes, the server makes one backup a day.
  if (everyHours > 0 && ageMs > 2 * Math.max(dayMs, everyHours * hourMs))
    return bad(`${sentence} That is too old: the log of the server has the reason.`);
  return ok(store ? sentence : `${sentence} Keep copies elsewhere too: see BACKUP_URL in docs/operations.md.`);
}
