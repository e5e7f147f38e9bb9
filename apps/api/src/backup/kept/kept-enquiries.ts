import { existsSync } from 'node:fs';
import { asc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { contactRequests, enquiryNotes, mails } from '../../db/enquiry-schema.ts';
import { consents } from '../../db/privacy-schema.ts';
import { users } from '../../db/schema.ts';
import { insertReceipt } from './kept-receipts.ts';
import { type Replaced, readIfPossible, rowsOf } from './replaced-database.ts';

type Row = typeof contactRequests.$inferSelect;

/**
 * Enquiries that the backup does not have: their senders hold a reference. They come with their receipts, notes and messages,
 * under the names by which a form or a message that is sent again finds them. Inside a transaction.
 *
 * @returns their references, in the order of their arrival
 */
export function keepEnquiries(tx: Tx, replaced: Replaced): string[] {
  const references: string[] = [];
  const isSame = eq(contactRequests.id, sql.placeholder('id'));
  const find = tx.select({ id: contactRequests.id }).from(contactRequests).where(isSame).prepare();
  for (const row of rowsOf(replaced, { table: contactRequests, by: 'seq' })) {
    if (find.get({ id: row.id })) continue;
    bring(tx, replaced, row);
    references.push(row.reference);
  }
  return references;
}

function bring(tx: Tx, replaced: Replaced, { seq: _, ...row }: Row): void {
  // After 30 days a key is forgotten, and may name another enquiry: the backup may be from before that.
  if (row.idempotencyKey !== null)
    tx.update(contactRequests)
      .set({ idempotencyKey: null })
      .where(eq(contactRequests.idempotencyKey, row.idempotencyKey))
      .run();
  tx.insert(contactRequests)
    .values({ ...row, assigneeId: knownUser(tx, row.assigneeId) })
    .run();
  const { id } = row;
  const notes = replaced
    .select()
    .from(enquiryNotes)
    .where(eq(enquiryNotes.requestId, id))
    .orderBy(asc(enquiryNotes.id));
  for (const { id: __, ...note } of notes.all()) tx.insert(enquiryNotes).values(note).run();
  const receipts = replaced.select().from(consents).where(eq(consents.requestId, id)).orderBy(asc(consents.id));
  for (const receipt of receipts.all()) insertReceipt(tx, receipt);
  // What was sent stays sent, what waits goes on waiting: a message has the name of its row for ever, so it goes out once.
  const messages = replaced.select().from(mails).where(eq(mails.requestId, id)).orderBy(asc(mails.seq));
  for (const { seq: __, ...mail } of messages.all()) tx.insert(mails).values(mail).run();
}

/** Accounts may be those of the backup. */
export function knownUser(tx: Tx, id: string | null): string | null {
  if (id === null) return null;
  return tx.select({ id: users.id }).from(users).where(eq(users.id, id)).get()?.id ?? null;
}

/**
 * How many enquiries only the replaced database has, when they could not be brought over. It may be of any version.
 *
 * @returns undefined if nobody can tell
 */
export function countOnlyIn(file: string, db: Pick<Db, '$client'>): number | undefined {
  if (!existsSync(file)) return 0;
  const isThere = db.$client.prepare('select 1 from contact_requests where id = ?');
  return readIfPossible(file, (client) => {
    let only = 0;
    for (const { id } of client.prepare<[], { id: unknown }>('select id from contact_requests').iterate())
      if (isThere.get(id) === undefined) only += 1;
    return only;
  });
}
