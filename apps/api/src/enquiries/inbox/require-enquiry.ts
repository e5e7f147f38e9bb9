import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';

/** @throws ProblemError 404 when it was erased meanwhile, or never existed */
export function requireEnquiry(db: Pick<Db, 'select'>, id: string): typeof enquiries.$inferSelect {
  const row = db.select().from(enquiries).where(eq(enquiries.id, id)).get();
  if (!row) throw new ProblemError('not-found', { detail: 'This enquiry is not there any more.' });
  return row;
}
