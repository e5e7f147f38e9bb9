import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { contactRequests } from '../db/enquiry-schema.ts';
import { indexTermsOf } from './filter.ts';

/** Inside a transaction: what a colleague leaves behind is nobody's. Found by the search index, as the inbox does. */
export function unassignAll(tx: Pick<Db, 'update'>, userId: string): void {
  const [term] = indexTermsOf({ assignee: userId });
  tx.update(contactRequests)
    .set({ assigneeId: null })
    .where(sql`seq in (select rowid from contact_request_search where contact_request_search match ${term})`)
    .run();
}
