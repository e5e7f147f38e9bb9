import { setTimeout as sleep } from 'node:timers/promises';
import { desc, gt } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { erasures } from '../platform/db/schema/privacy.ts';
import { isTruncationPending, truncateLog } from '../platform/db/write-ahead-log.ts';
import { hourMs } from '../platform/durations.ts';
import { retentionHours } from './litestream.ts';
import { createReplica, type ReplicaStatus } from './replica.ts';

const checkMs = 5000;
/** Erasures of half a minute share one interruption of the replication. */
const cleanMs = 30_000;
const attempts = 20;
const attemptPauseMs = 100;

/** Creates the replication to `REPLICA_URL`, and the removal of erased data from the write-ahead log and from the replica. */
export function createReplication(deps: Pick<Deps, 'config' | 'db' | 'now' | 'log'>) {
  const { config, db, now, log } = deps;
  const replica = config.replica && createReplica(deps, config.replica);
  const timers: NodeJS.Timeout[] = [];
  let cleaned = 0;
  let cleaning: Promise<void> | undefined;

  /** Several attempts, because a backup reads the log for moments only. */
  async function truncate(): Promise<boolean> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      if (truncateLog(db.$client)) return true;
      await sleep(attemptPauseMs);
    }
    log.warn('the write-ahead log is in use; erased data is removed from it later');
    return false;
  }

  async function cleanOnce(): Promise<void> {
    const since = new Date(now().getTime() - 2 * retentionHours * hourMs).toISOString();
    const last = db
      .select({ id: erasures.id })
      .from(erasures)
      .where(gt(erasures.at, since))
      .orderBy(desc(erasures.id))
      .limit(1)
      .get();
    const isErased = last !== undefined && last.id > cleaned;
    if (!isErased && !isTruncationPending(db.$client) && !replica?.isRenewalDue()) return;
    const isEmptied = await (replica ? replica.renew(truncate) : truncate());
    if (isEmptied && last) cleaned = last.id;
  }

  const replication = {
    /** Starts what should run, and checks whether the replica is complete. Never rejects. */
    async check(): Promise<void> {
      await replica?.check();
    },

    /**
     * Empties the log when it is large, and removes from it, and from the replica, what was erased. An erasure tries to empty the log at once, but cannot
     * while another connection reads it, which Litestream always does. Progress is not stored: after a restart, the
     * erasures that the retention of the replica does not cover yet are repeated. Never rejects.
     */
    clean(): Promise<void> {
      cleaning ??= cleanOnce()
        .catch((error: unknown) => log.error({ err: error }, 'the write-ahead log could not be emptied'))
        .finally(() => {
          cleaning = undefined;
        });
      return cleaning;
    },

    start(): void {
      void replication.check();
      timers.push(setInterval(replication.check, checkMs).unref(), setInterval(replication.clean, cleanMs).unref());
    },

    /** Replicates the last changes and stops. */
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await cleaning;
      await replica?.stop();
    },

    pid: () => replica?.pid(),
    /** Null without `REPLICA_URL`. */
    status: (): ReplicaStatus | null => replica?.status() ?? null,
  };
  return replication;
}

export type Replication = ReturnType<typeof createReplication>;
