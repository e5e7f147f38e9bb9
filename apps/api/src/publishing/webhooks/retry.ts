import type { Delivery } from '@threadline/schema/publishing';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { type Actor, recordAudit } from '../../platform/audit-log/audit-log.ts';
import { deliveries } from '../../platform/db/schema/core.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import { endpointLabel } from './label.ts';

/** Returns the last 100 deliveries, newest first. The order of insertion counts: the clock may have been set back. */
export function listDeliveries(db: Deps['db']): Delivery[] {
  const rows = db.select().from(deliveries).orderBy(sql`rowid desc`).limit(100).all();
  return rows.map((row) => ({ ...row, endpoint: endpointLabel(row.endpoint) }));
}

/**
 * Queues a message once more, under the same id, so that its endpoint can tell that it is the same.
 *
 * @throws ProblemError 404 for an unknown message, 409 for one that is still being sent
 */
export function queueAgain({ db, now }: Pick<Deps, 'db' | 'now'>, deliveryId: string, by: Actor): void {
  db.transaction(
    (tx) => {
      const row = tx.select().from(deliveries).where(eq(deliveries.id, deliveryId)).get();
      if (!row) throw new ProblemError('not-found', { detail: 'There is no such message.' });
      if (row.state === 'pending') throw new ProblemError('conflict', { detail: 'It is being sent already.' });
      const at = now().toISOString();
      const again = { state: 'pending', attempts: 0, nextAttemptAt: at, lastError: null, deliveredAt: null } as const;
      tx.update(deliveries).set(again).where(eq(deliveries.id, deliveryId)).run();
      const subject = `${endpointLabel(row.endpoint)}, change ${row.revision}`;
      recordAudit(tx, { at, by, action: 'delivery.retried', subject });
    },
    { behavior: 'immediate' },
  );
}
