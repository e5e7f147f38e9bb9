import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { contactRequests, enquiryNotes, mails } from '../db/enquiry-schema.ts';
import { knownUser } from './kept-enquiries.ts';
import { type Replaced, rowsOf } from './replaced-database.ts';

type Row = typeof contactRequests.$inferSelect;

/**
 * Where the team has got with an enquiry that the backup has: its state, for whom it is, and when it was answered. Of two
 * databases, that of the later dealing knows more: an older backup may have been restored in between.
 *
 * @param old the row as it lies in the backup
 * @returns whether anything is different
 */
export function keepState(tx: Tx, row: Row, old: Row): boolean {
  const state = { ...stateOf(row), assigneeId: knownUser(tx, row.assigneeId) };
  // Nor is an enquiry open again whose sender had withdrawn by the time of the backup.
  const isOlder = row.touchedAt < old.touchedAt || (row.withdrawnAt === null && old.withdrawnAt !== null);
  if (isOlder || isDeepStrictEqual(state, stateOf(old))) return false;
  tx.update(contactRequests).set(state).where(eq(contactRequests.id, row.id)).run();
  return true;
}

function stateOf({ status, assigneeId, dueAt, answeredAt, touchedAt, listedAt }: Row) {
  return { status, assigneeId, dueAt, answeredAt, touchedAt, listedAt };
}

/**
 * Notes that were written since about enquiries that the backup has. Before those come that it does not have.
 *
 * @returns the ids of these enquiries
 */
export function keepNotes(tx: Tx, replaced: Replaced, since: string): string[] {
  const isThere = finderOf(tx);
  const noted: string[] = [];
  const rows = rowsOf(replaced, { table: enquiryNotes, by: 'id', which: gt(enquiryNotes.at, since) });
  for (const { id: _, ...note } of rows) {
    const { requestId, at, text } = note;
    const isSame = and(eq(enquiryNotes.requestId, requestId), eq(enquiryNotes.at, at), eq(enquiryNotes.text, text));
    const known = tx.select({ id: enquiryNotes.id }).from(enquiryNotes).where(isSame).get();
    if (known || !isThere(requestId)) continue;
    tx.insert(enquiryNotes).values(note).run();
    noted.push(requestId);
  }
  return noted;
}

/**
 * Messages of these enquiries: replies that were written since, and what became of those that waited when the backup was made.
 * What has gone out in either database has gone out; what still waits is sent, once, under its name.
 *
 * @returns the ids of the enquiries that were replied to since
 */
export function keepMessages(tx: Tx, replaced: Replaced, since: string): string[] {
  const isThere = finderOf(tx);
  const replied: string[] = [];
  const isNews = or(gt(mails.createdAt, since), gt(mails.sentAt, since), ne(mails.state, 'sent'));
  const which = and(isNotNull(mails.requestId), isNews);
  for (const { seq: _, ...mail } of rowsOf(replaced, { table: mails, by: 'seq', which })) {
    const { id, kind, requestId } = mail;
    const known = tx.select({ state: mails.state }).from(mails).where(eq(mails.id, id)).get();
    if (requestId === null || known?.state === 'sent' || !isThere(requestId)) continue;
    tx.insert(mails).values(mail).onConflictDoUpdate({ target: mails.id, set: mail }).run();
    if (!known && kind === 'reply') replied.push(requestId);
  }
  return replied;
}

/** Prepared: there may be a million of them. */
function finderOf(tx: Tx): (id: string) => boolean {
  const isSame = eq(contactRequests.id, sql.placeholder('id'));
  const find = tx.select({ id: contactRequests.id }).from(contactRequests).where(isSame).prepare();
  return (id) => find.get({ id }) !== undefined;
}
