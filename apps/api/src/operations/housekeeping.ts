import { emptyUserTrash } from '../accounts/user-trash.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { removeIdempotencyKeys } from '../enquiries/intake/service.ts';
import { emptyTrash, removeRetiredFiles } from '../media/trash.ts';
import { hourMs } from '../platform/durations.ts';
import { deleteExpiredLimits } from '../platform/http/rate-limit.ts';
import { removeStaleMailFiles } from '../platform/outbox/mail-files.ts';
import type { MediaStorage } from '../platform/storage/media-storage.ts';
import { sweepRetention } from '../privacy/retention.ts';
import { deleteOldDeliveries } from '../publishing/webhooks/deliveries.ts';

/** Rest between two batches of erasures, in which other requests are served. */
const sweepRestMs = 200;

interface Chores {
  storage: MediaStorage;
  queries: ContentQueries;
  /** Sends reminders of enquiries that are due. */
  remind: () => void;
}

/**
 * Starts the chores that run now and every hour. A failed chore is logged and retried in the next hour; it affects neither
 * the other chores nor the process.
 *
 * @returns a function that stops them
 */
export function startHousekeeping(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'log' | 'wait'>,
  { storage, queries, remind }: Chores,
): () => void {
  let isStopped = false;
  const chores: Record<string, () => unknown> = {
    'old images could not be removed': () => emptyTrash(deps, storage),
    'former files of images could not be removed': () => removeRetiredFiles(deps, storage),
    'old accounts could not be removed': () => emptyUserTrash(deps),
    'files of erased messages could not be removed': () => removeStaleMailFiles(deps),
    'old keys of enquiries could not be removed': () => removeIdempotencyKeys(deps),
    'old tries could not be removed': () => deleteExpiredLimits(deps),
    'old webhook deliveries could not be removed': () => deleteOldDeliveries(deps),
    'reminders could not be written': remind,
    'personal data that is due could not be erased': eraseDue,
  };
  async function eraseDue(): Promise<void> {
    while (!isStopped && sweepRetention(deps, queries)) await deps.wait(sweepRestMs);
  }
  const runChores = () => {
    for (const [failure, chore] of Object.entries(chores)) attempt(chore, failure);
  };
  async function attempt(chore: () => unknown, failure: string): Promise<void> {
    try {
      await chore();
    } catch (error) {
      deps.log.error({ err: error }, failure);
    }
  }
  runChores();
  const again = setInterval(runChores, hourMs).unref();
  return () => {
    isStopped = true;
    clearInterval(again);
  };
}
