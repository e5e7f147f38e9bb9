import type { Deps } from '../context.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { isDiskFullError } from '../platform/storage/free-space.ts';
import { BackupRoomError } from './create.ts';
import type { RestoreRequest, Restores } from './restores.ts';
import type { Backups } from './store.ts';

interface RestoreParts {
  backups: Backups;
  restores: Restores;
}

/**
 * Creates a function that backs up the present state and then asks the server for a restore. It returns at once, because the
 * backup may take longer than a client waits: a failure is reported as the last restore.
 */
export function createRestoreStart({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>, parts: RestoreParts) {
  const { backups, restores } = parts;
  let isRestoring = false;

  /** @throws Error when there is no backup, unless the disk has no room: the restore then keeps a copy of the database */
  async function backUpFirst(retained: string): Promise<void> {
    const since = now().toISOString();
    try {
      await backups.makeForRestore(retained);
    } catch (error) {
      log.error({ err: error }, 'the backup before the restore failed');
      // If it could not be sent, it is on this machine.
      const isMade = (await backups.listKnown()).some(({ createdAt }) => createdAt >= since);
      if (!(isMade || error instanceof BackupRoomError || isDiskFullError(error))) throw error;
    }
  }

  function reportFailure({ id, by }: RestoreRequest, { message }: Error): void {
    isRestoring = false;
    const at = now().toISOString();
    const problem = `The present state could not be backed up first. ${message} Nothing was changed.`;
    restores.fail({ id, at, problem });
    recordAudit(db, { at, by, action: 'backup.restore-failed', subject: id });
  }

  /** @throws ProblemError 409 while another restore has begun */
  return (request: RestoreRequest): void => {
    if (isRestoring) throw new ProblemError('conflict', { detail: 'A backup is already being restored.' });
    isRestoring = true;
    backUpFirst(request.id)
      .then(
        () => restores.request(request),
        (error: Error) => reportFailure(request, error),
      )
      .catch((error: Error) => log.error({ err: error }, 'the failed restore was not recorded'));
  };
}
