import { setImmediate as immediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';
import { dayMs } from '../../platform/durations.ts';

/** Longer than any browser keeps a form that could not be sent. */
const retentionDays = 30;
/** Rows per statement. Other requests are served between statements. */
const batch = 500;

/** Removes the keys of old enquiries; the enquiries stay. */
export async function forgetIdempotencyKeys({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - retentionDays * dayMs).toISOString();
  // The condition of the partial index `enquiries_keyed`.
  const old = sql`seq in (select seq from enquiries where idempotency_key is not null and created_at < ${before} limit ${batch})`;
  for (let changes = batch; changes === batch; await immediate())
    changes = db.update(enquiries).set({ idempotencyKey: null }).where(old).run().changes;
}
