import { join } from 'node:path';
import { type ObjectStore, openObjectStore } from '@threadline/object-store/object-store';
import {
  describeLocation,
  isSameLocation,
  type StoreLocation,
  type StorePlace,
} from '@threadline/object-store/store-url';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { Config } from '../config.ts';
import type { Deps } from '../context.ts';
import type { Db } from '../platform/db/client.ts';
import { backupLocation } from '../platform/db/schema/core.ts';
import { decryptText, deriveBackupSecretKey } from '../platform/encryption.ts';
import { findKeyFault, isKeyMissing, readKey } from '../platform/keys.ts';
import { ArchiveError } from './manifest.ts';

/** The object store to which backups are sent. Without one they stay in `DATA_DIR/backups`. */
export interface BackupLocation {
  source: 'environment' | 'admin';
  store: StoreLocation;
  /** The secret was encrypted with another key, so that `store` has none. */
  isSecretLost: boolean;
}

interface LocationDeps {
  config: Pick<Config, 'backup'>;
  db: Pick<Db, 'select'>;
  secrets: Pick<Deps['secrets'], 'backupSecretKey'>;
}

/** Returns the settings of the admin, which count only while `BACKUP_URL` is not set. */
export function findStoredLocation(db: Pick<Db, 'select'>): typeof backupLocation.$inferSelect | undefined {
  return db.select().from(backupLocation).get();
}

/** Returns whether backups are sent to another place. */
export const hasBackupLocation = ({ config, db }: Omit<LocationDeps, 'secrets'>): boolean =>
  config.backup.store !== undefined || findStoredLocation(db) !== undefined;

/** Returns the location as it is set now: a change takes effect with the next backup. */
export function readBackupLocation({ config, db, secrets }: LocationDeps): BackupLocation | undefined {
  const { store } = config.backup;
  if (store) return { source: 'environment', store, isSecretLost: false };
  const stored = findStoredLocation(db);
  if (!stored) return undefined;
  const { id: _, encryptedSecret, ...place } = stored;
  const secret = decryptText(encryptedSecret, secrets.backupSecretKey);
  const found: StoreLocation = { ...place, style: 'path', secretAccessKey: secret ?? '' };
  return { source: 'admin', store: found, isSecretLost: secret === undefined };
}

/** Returns the variable that names the same place for other data of this site. */
export function findSharedVariable(
  place: StorePlace,
  { mediaStore, replica, publishTargets }: Pick<Config, 'mediaStore' | 'replica' | 'publishTargets'>,
): string | undefined {
  const targets = publishTargets.flatMap((target) => ('url' in target ? target.url : []));
  const isShared = (other: StoreLocation | undefined) => other && isSameLocation(place, other);
  if (isShared(mediaStore)) return 'STORAGE_URL';
  if (isShared(replica)) return 'REPLICA_URL';
  return targets.some(isShared) ? 'PUBLISH_TARGETS' : undefined;
}

/** Returns a sentence when a variable that was set later names the location of the admin, for other data. */
export function describeSharedLocation({ config, db }: Pick<Deps, 'config' | 'db'>): string | undefined {
  const place = config.backup.store ? undefined : findStoredLocation(db);
  const variable = place && findSharedVariable(place, config);
  if (!variable) return undefined;
  return `${variable} names the place of the backups that was set up in the admin: ${describeLocation(place)}. Choose another bucket or prefix, or set BACKUP_URL to another place.`;
}

/**
 * Returns the location without opening the database as the product does, which may be damaged or in use. Where it cannot be
 * read, only the location of the environment is known.
 */
export function findLocationOnDisk(config: Pick<Config, 'dataDir' | 'backup'>): BackupLocation | undefined {
  const { dataDir, backup } = config;
  if (backup.store) return { source: 'environment', store: backup.store, isSecretLost: false };
  let client: Database.Database | undefined;
  try {
    client = new Database(join(dataDir, 'threadline.db'), { readonly: true, fileMustExist: true, timeout: 1000 });
    const db = drizzle(client, { casing: 'snake_case' });
    const isKeyUsable = !isKeyMissing(dataDir, 'second-factor-key') && !findKeyFault(dataDir, 'second-factor-key');
    const backupSecretKey = isKeyUsable ? deriveBackupSecretKey(readKey(dataDir, 'second-factor-key')) : '';
    return readBackupLocation({ config, db, secrets: { backupSecretKey } });
  } catch {
    return undefined;
  } finally {
    client?.close();
  }
}

/** @throws ArchiveError when the secret has to be entered again */
export function openBackupStore(
  { store, isSecretLost }: BackupLocation,
  settings?: Parameters<typeof openObjectStore>[1],
): ObjectStore {
  if (isSecretLost) throw new ArchiveError(describeLostSecret(store));
  return openObjectStore(store, settings);
}

const describeLostSecret = (store: StoreLocation) =>
  `The secret access key for ${describeLocation(store)} cannot be read, because it was saved by another installation. A super admin has to enter it again under Backup location.`;

/** Returns the hours between two automatic backups; 0 for none. Off-site, a lost server loses a quarter of an hour at most. */
export function chooseIntervalHours({ backup }: Pick<Config, 'backup'>, location: BackupLocation | undefined): number {
  return backup.everyHours ?? (location ? 0.25 : 24);
}
