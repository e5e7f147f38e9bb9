import { forgetIdempotencyKeys } from './contact-requests/idempotency-keys.ts';
import type { Deps } from './deps.ts';
import { forgetOldTries } from './http/rate-limit.ts';
import { emptyBin } from './images/bin.ts';
import type { MediaStorage } from './images/storage.ts';
import { removeLeftMailFiles } from './mail/mail-files.ts';
import { emptyUserBin } from './users/bin.ts';

const hourMs = 3_600_000;

interface Chores {
  storage: MediaStorage;
  /** Writes to whoever has to answer soon. */
  remind: () => void;
}

/**
 * Removes what is over and reminds of what is due, now and every hour. Each chore is for itself: one that fails is told and tried again with the
 * next hour, and ends neither the others nor the process.
 *
 * @returns what stops it
 */
export function startHousekeeping(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'log'>,
  { storage, remind }: Chores,
): () => void {
  const chores: Record<string, () => unknown> = {
    'old images could not be removed': () => emptyBin(deps, storage),
    'old accounts could not be removed': () => emptyUserBin(deps),
    'files of erased messages could not be removed': () => removeLeftMailFiles(deps),
    'old keys of enquiries could not be removed': () => forgetIdempotencyKeys(deps),
    'old tries could not be removed': () => forgetOldTries(deps),
    'reminders could not be written': remind,
  };
  const look = () => {
    for (const [failure, chore] of Object.entries(chores)) attempt(chore, failure);
  };
  async function attempt(chore: () => unknown, failure: string): Promise<void> {
    try {
      await chore();
    } catch (error) {
      deps.log.error({ err: error }, failure);
    }
  }
  look();
  const again = setInterval(look, hourMs).unref();
  return () => clearInterval(again);
}
