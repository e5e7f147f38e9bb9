import { setImmediate as immediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';
import { dayMs } from '../../platform/durations.ts';

/** For so long the same key is the same request: longer than any browser keeps a form that could not be sent. */
const keptDays = 30;
/** So many at once, that visitors are served in between. */
const batch = 500;

/** Forgets the keys of old enquiries; the enquiries stay. */
export async function forgetIdempotencyKeys({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMs).toISOString();
  // In the words of the index `enquiries_keyed`.
  const old = sql`seq in (select seq from enquiries where idempotency_key is not null and created_at < ${before} limit ${batch})`;
  for (let changes = batch; changes === batch; await immediate())
    changes = db.update(enquiries).set({ idempotencyKey: null }).where(old).run().changes;
}
