import { eq } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/service.ts';
import { deliveries } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { ProblemError } from '../http/problem-error.ts';
import { receiverLabel } from './receiver-label.ts';

/**
 * Queues a message once more, under the same id, so that its receiver can tell that it is the same.
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
      const subject = `${receiverLabel(row.receiver)}, change ${row.revision}`;
      recordAudit(tx, { at, by, action: 'delivery.resent', subject });
    },
    { behavior: 'immediate' },
  );
}
