import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { contactRequests, enquiryNotes, mails } from '../../db/enquiry-schema.ts';
import { knownUser } from './kept-enquiries.ts';
import { type Replaced, rowsOf } from './replaced-database.ts';

type Row = typeof contactRequests.$inferSelect;
type MailRow = typeof mails.$inferSelect;

/**
 * Where the team has got with an enquiry that the backup has: its state, for whom it is, when it was answered, and whether it
 * is a client's file.
 *
 * @param old the row as it lies in the backup
 * @param isLater see `isLaterThan`; where it is not, the later dealing with the sender counts
 * @returns whether the team has done anything about it that a colleague would want to know
 */
export function keepState(tx: Tx, row: Row, { old, isLater }: { old: Row; isLater: boolean }): boolean {
  const state = { ...stateOf(row), assigneeId: knownUser(tx, row.assigneeId) };
  // An enquiry is not open again whose sender had withdrawn by the time of the backup.
  const isNewer = (isLater || row.touchedAt > old.touchedAt) && (row.withdrawnAt !== null || old.withdrawnAt === null);
  if (!isNewer || isDeepStrictEqual(state, stateOf(old))) return false;
  tx.update(contactRequests).set(state).where(eq(contactRequests.id, row.id)).run();
  return !isDeepStrictEqual(workOf(state), workOf(old));
}

function stateOf({ status, assigneeId, dueAt, answeredAt, touchedAt, listedAt, isKept }: Row) {
  return { status, assigneeId, dueAt, answeredAt, touchedAt, listedAt, isKept };
}

/** To open an enquiry is no work on it yet. */
function workOf({ status, assigneeId, answeredAt, isKept }: ReturnType<typeof stateOf>) {
  return { status: status === 'new' ? 'read' : status, assigneeId, answeredAt, isKept };
}

/**
 * Notes about enquiries that the backup has. They are known by their words and not by their time, since clocks jump. Before
 * enquiries come that the backup does not have.
 *
 * @returns the ids of the enquiries of those that it lacked
 */
export function keepNotes(tx: Tx, replaced: Replaced): string[] {
  const isThere = finderOf(tx);
  const { requestId, at, text } = enquiryNotes;
  const isSame = and(isPlaced(requestId, 'requestId'), isPlaced(at, 'at'), isPlaced(text, 'text'));
  const find = tx.select({ id: enquiryNotes.id }).from(enquiryNotes).where(isSame).prepare();
  const noted: string[] = [];
  for (const { id: _, ...note } of rowsOf(replaced, { table: enquiryNotes, by: 'id' })) {
    if (find.get(note) || !isThere(note.requestId)) continue;
    tx.insert(enquiryNotes).values(note).run();
    noted.push(note.requestId);
  }
  return noted;
}

/**
 * Messages of these enquiries: what was written since, and what became of those that the backup has. What has gone out in
 * either database has gone out. What still waits is sent, once, under its name, if the replaced database is the later one; of
 * another one only what has gone out is certain.
 *
 * @returns the ids of the enquiries with a reply that the backup lacked
 */
export function keepMessages(tx: Tx, replaced: Replaced, { isLater }: { isLater: boolean }): string[] {
  const isThere = finderOf(tx);
  const find = tx.select().from(mails).where(isPlaced(mails.id, 'id')).prepare();
  const which = isLater ? isNotNull(mails.requestId) : and(isNotNull(mails.requestId), eq(mails.state, 'sent'));
  const replied: string[] = [];
  for (const { seq: _, ...mail } of rowsOf(replaced, { table: mails, by: 'seq', which })) {
    const known: MailRow | undefined = find.get({ id: mail.id });
    if (known) update(tx, known, isLater ? mail : outcomeOf(mail));
    else if (mail.requestId !== null && isThere(mail.requestId)) {
      tx.insert(mails).values(mail).run();
      if (mail.kind === 'reply') replied.push(mail.requestId);
    }
  }
  return replied;
}

/** Most are as they were: to write them again would take minutes where there are a million. */
function update(tx: Tx, known: MailRow, news: Partial<MailRow>): void {
  if (known.state === 'sent' || isDeepStrictEqual({ ...known, ...news }, known)) return;
  tx.update(mails).set(news).where(eq(mails.seq, known.seq)).run();
}

function outcomeOf({ state, attempts, nextAttemptAt, lastError, sentAt, payload }: Omit<MailRow, 'seq'>) {
  return { state, attempts, nextAttemptAt, lastError, sentAt, payload };
}

/** Prepared: there may be a million of them. */
function finderOf(tx: Tx): (id: string) => boolean {
  const find = tx.select({ id: contactRequests.id }).from(contactRequests).where(isPlaced(contactRequests.id, 'id'));
  const prepared = find.prepare();
  return (id) => prepared.get({ id }) !== undefined;
}

function isPlaced(column: Parameters<typeof eq>[0] & { name: string }, name: string): SQL {
  return eq(column, sql.placeholder(name));
}
