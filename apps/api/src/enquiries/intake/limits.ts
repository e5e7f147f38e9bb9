import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';
import { dayMs, minuteMs } from '../../platform/durations.ts';
import { createRateLimitError } from '../../platform/http/rate-limit.ts';

const limits = [
  { by: 'network', most: 5, windowMs: 10 * minuteMs },
  { by: 'network', most: 30, windowMs: dayMs },
  // Prevents filling another person's mailbox with acknowledgements.
  { by: 'emailKey', most: 10, windowMs: dayMs },
] as const;

/**
 * Counts stored enquiries, so no counter has to be written, refused input does not count, and a restart changes nothing.
 *
 * @returns a function that throws ProblemError 429 when a network or an address has sent too many
 */
export function createLimits(db: Db) {
  const nthNewest = (by: 'network' | 'emailKey', most: number) =>
    db
      .select({ createdAt: enquiries.createdAt })
      .from(enquiries)
      .where(and(eq(enquiries[by], sql.placeholder('key')), gt(enquiries.createdAt, sql.placeholder('after'))))
      .orderBy(desc(enquiries.createdAt))
      .limit(1)
      .offset(most - 1)
      .prepare();
  const prepared = limits.map((limit) => ({ ...limit, query: nthNewest(limit.by, limit.most) }));

  return (sender: { network: string; emailKey: string }, now: Date): void => {
    for (const { by, windowMs, query } of prepared) {
      const after = new Date(now.getTime() - windowMs).toISOString();
      const oldest = query.get({ key: sender[by], after });
      if (oldest) throw createRateLimitError(Date.parse(oldest.createdAt) + windowMs - now.getTime());
    }
  };
}
