import type { StoreLocation } from '@threadline/object-store/store-url';
import type {
  BackupLocationChange,
  BackupLocationCheck,
  BackupLocationSettings,
} from '@threadline/schema/wire/backup-location';
import type { Config } from '../config.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { backupLocation } from '../platform/db/schema/core.ts';
import { decryptText } from '../platform/encryption.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { chooseSecret } from '../platform/stored-secret.ts';
import { readSite } from './create.ts';
import { findSharedVariable, findStoredLocation, readBackupLocation } from './location.ts';
import { checkLocation } from './location-check.ts';

/** Reads and changes the backup location that super admins set up. The environment wins. */
export function createLocationSettings(deps: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>) {
  const { config, db, now, secrets } = deps;

  /** @throws ProblemError 409 */
  function refuseIfFixed(): void {
    if (config.backup.store)
      throw new ProblemError('conflict', { detail: 'The backup location is set by the server’s administrator.' });
  }

  /** @throws ProblemError 422 */
  function encryptSecret({ endpoint, bucket, accessKeyId, secretAccessKey }: BackupLocationChange): string {
    const stored = findStoredLocation(db);
    return chooseSecret({
      entered: secretAccessKey,
      stored: stored?.encryptedSecret,
      isSameUse: stored?.endpoint === endpoint && stored.bucket === bucket && stored.accessKeyId === accessKeyId,
      key: secrets.backupSecretKey,
      field: { pointer: '/secretAccessKey', name: 'secret access key' },
    });
  }

  return {
    get(): BackupLocationSettings {
      const found = readBackupLocation(deps);
      if (!found) return { source: 'none', location: null, isSecretLost: false };
      const { source, isSecretLost } = found;
      const { endpoint, region, bucket, prefix, accessKeyId } = found.store;
      const location = { endpoint, region, bucket, folder: prefix.replace(/\/$/, '') };
      return {
        source,
        location: { ...location, accessKeyId: source === 'admin' ? accessKeyId : '' },
        isSecretLost,
      };
    },

    /** Tests the location that is set. @throws ProblemError 409 without one */
    async check(): Promise<BackupLocationCheck> {
      const found = readBackupLocation(deps);
      if (!found) throw new ProblemError('conflict', { detail: 'No backup location is set up yet.' });
      if (!found.isSecretLost) return checkLocation(found.store, readSite(db));
      const detail = 'The secret access key cannot be read, because another installation saved it. Enter it again.';
      return { ok: false, detail };
    },

    /** Tests the location, and stores it if it works. @throws ProblemError 409, 422 with the cause */
    async set(change: BackupLocationChange, by: Actor): Promise<void> {
      refuseIfFixed();
      const encryptedSecret = encryptSecret(change);
      const { endpoint, region, bucket, folder, accessKeyId } = change;
      const place = { endpoint, region, bucket, prefix: folder && `${folder}/`, accessKeyId };
      const secretAccessKey = decryptText(encryptedSecret, secrets.backupSecretKey) ?? '';
      const store: StoreLocation = { ...place, style: 'path', secretAccessKey };
      refuseOtherUse(store, config);
      const { ok, detail } = await checkLocation(store, readSite(db));
      if (!ok) throw new ProblemError('validation-failed', { detail });
      const row = { ...place, encryptedSecret };
      db.transaction(
        (tx) => {
          tx.insert(backupLocation)
            .values({ id: 1, ...row })
            .onConflictDoUpdate({ target: backupLocation.id, set: row })
            .run();
          const subject = `${bucket}${folder && `/${folder}`} at ${new URL(endpoint).host}`;
          recordAudit(tx, { at: now().toISOString(), by, action: 'backup.location-set', subject });
        },
        { behavior: 'immediate' },
      );
    },

    /** Removes the location: backups stay on this server again. @throws ProblemError 409 */
    remove(by: Actor): void {
      refuseIfFixed();
      db.transaction(
        (tx) => {
          const removed = tx.delete(backupLocation).returning().get();
          if (removed)
            recordAudit(tx, {
              at: now().toISOString(),
              by,
              action: 'backup.location-removed',
              subject: removed.bucket,
            });
        },
        { behavior: 'immediate' },
      );
    },
  };
}

/** Refuses a place that holds images, the replica or the published site. @throws ProblemError 422 */
function refuseOtherUse(store: StoreLocation, config: Config): void {
  if (!findSharedVariable(store, config)) return;
  const detail = 'This place already holds other data of this site. Choose another bucket or folder.';
  throw new ProblemError('validation-failed', { detail, errors: [{ pointer: '/bucket', detail }] });
}
