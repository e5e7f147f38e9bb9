import { isDeepStrictEqual } from 'node:util';
import type { Backup, BackupSummary } from '@threadline/schema/wire/backup';
import type { Dashboard } from '@threadline/schema/wire/dashboard';
import type { Deps } from '../context.ts';
import { type BackupLocation, readBackupLocation } from './location.ts';
import type { IntactImages } from './off-site-images.ts';

/** The place of the backups, and what this process knows about it. Nothing of it holds for another place. */
export interface Place {
  /** The object store; undefined for `DATA_DIR/backups`. */
  location: BackupLocation | undefined;
  /** The backups of the object store. */
  offSite: Backup[];
  /** Their verified summaries, which never change. */
  verified: Map<string, BackupSummary>;
  intact: IntactImages;
  /** Whether the object store is known to hold no backups of another site. */
  isOwn: boolean;
  /** The state of the database of the last verified backup. */
  backedUp: string | undefined;
  /** Why the last backup could not be made; null when it succeeded. */
  failure: Dashboard['system']['backupFailure'];
  /** The backup that is about to be restored: the next one does not push it out. */
  retained?: string | undefined;
}

/** Creates a function that returns the place that is set now: the same object until a change. */
export function createPlaceReader(deps: Pick<Deps, 'config' | 'db' | 'secrets'>): () => Place {
  let present: Place | undefined;
  return () => {
    const location = readBackupLocation(deps);
    if (!present || !isDeepStrictEqual(location, present.location)) present = createPlace(location);
    return present;
  };
}

const createPlace = (location: BackupLocation | undefined): Place => ({
  location,
  offSite: [],
  verified: new Map(),
  intact: new Map(),
  isOwn: false,
  backedUp: undefined,
  failure: null,
});
