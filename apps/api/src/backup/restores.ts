import type { LastRestore } from '@threadline/schema/wire/backup';
import type { Actor } from '../platform/audit-log/audit-log.ts';

/** A restore that a super admin has asked for. */
export interface RestoreRequest {
  id: string;
  by: Actor;
}

/** How a restore ended. */
export interface RestoreOutcome extends RestoreRequest {
  at: string;
  /** A sentence; null after success. */
  problem: string | null;
}

/**
 * Creates the connection between the call that asks for a restore and the server, which stops its work, restores, and
 * starts again: nothing may use the database while it is replaced.
 *
 * @param outcome how the last restore of this process ended
 */
export function createRestores(outcome: RestoreOutcome | null) {
  const { promise: requested, resolve: request } = Promise.withResolvers<RestoreRequest>();
  let last: LastRestore | null = outcome && { id: outcome.id, at: outcome.at, problem: outcome.problem };
  return {
    requested,
    request,
    /** Returns how the last restore ended. */
    last: () => last,
    /** Records a restore that the server was not asked for. */
    fail(failed: LastRestore): void {
      last = failed;
    },
  };
}

export type Restores = ReturnType<typeof createRestores>;
