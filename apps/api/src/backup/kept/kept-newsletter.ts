import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { mails, subscribers } from '../../db/enquiry-schema.ts';
import { consents } from '../../db/privacy-schema.ts';
import { hasLeftSince } from '../../newsletter/has-left.ts';
import type { ErasureRow } from '../erased-since.ts';
import { moveMails } from './kept-details.ts';
import { type Replaced, rowsOf } from './replaced-database.ts';

type Row = typeof subscribers.$inferSelect;

/**
 * The list of the newsletter, as it stands in the replaced database: who has joined or left since the backup, or has another
 * address. Inside a transaction.
 *
 * @param gone see `erasedSince`
 */
export function keepNewsletter(
  tx: Tx,
  replaced: Replaced,
  { isCorrected, gone }: { isCorrected: boolean; gone: readonly ErasureRow[] },
): { joined: number; left: number } {
  const counts = { joined: 0, left: 0 };
  for (const row of subscribersOf(replaced)) {
    const { hasJoined, hasLeft } = keepSubscriber(tx, row, isCorrected);
    counts.joined += Number(hasJoined);
    counts.left += Number(hasLeft);
  }
  // Time erases without a name in its proof. Nobody else takes rows away.
  const isErased = gone.some((proof) => proof.emailHash === null && proof.subscribers > 0);
  if (isErased) counts.left += removeMissing(tx, replaced);
  keepQuestions(tx, replaced);
  return counts;
}

function keepSubscriber(tx: Tx, row: Row, isCorrected: boolean): { hasJoined: boolean; hasLeft: boolean } {
  const { emailKey, linkId, tokenHash } = subscribers;
  // Two rows of the backup, where an address was corrected to one that is erased now.
  const old = tx
    .select()
    .from(subscribers)
    .where(or(eq(emailKey, row.emailKey), eq(linkId, row.linkId), eq(tokenHash, row.tokenHash)))
    .all();
  const before = old.length === 1 ? old[0] : undefined;
  if (before && (isDeepStrictEqual(before, row) || newestOf(before) > newestOf(row)))
    return { hasJoined: false, hasLeft: false };
  const address = before && !isCorrected ? before : row;
  const kept = { ...row, email: address.email, emailKey: address.emailKey };
  const oldKeys = old.map((each) => each.emailKey);
  tx.delete(subscribers).where(inArray(emailKey, oldKeys)).run();
  tx.insert(subscribers).values(kept).run();
  for (const from of oldKeys) if (from !== kept.emailKey) moveMails(tx, { from, to: kept, requestId: null });
  const wasOn = old.some(isWanted);
  return { hasJoined: !wasOn && isWanted(row), hasLeft: wasOn && !isWanted(row) };
}

/** A member, or somebody who was asked and has not said no. */
const isWanted = (row: Row) => !hasLeftSince(row);

/** A backup may know more than the database before it, where an older one was restored in between. */
function newestOf({ createdAt, askedAt, confirmedAt, unsubscribedAt }: Row): string {
  return [createdAt, askedAt, confirmedAt ?? '', unsubscribedAt ?? ''].reduce((a, b) => (a > b ? a : b));
}

const subscribersOf = (db: Replaced) => rowsOf(db, { table: subscribers, by: 'emailKey' });

/** @returns how many were on the list */
function removeMissing(tx: Tx, replaced: Replaced): number {
  let left = 0;
  for (const row of subscribersOf(tx)) {
    const { emailKey } = row;
    if (replaced.select().from(subscribers).where(eq(subscribers.emailKey, emailKey)).get()) continue;
    tx.delete(subscribers).where(eq(subscribers.emailKey, emailKey)).run();
    tx.delete(consents)
      .where(and(isNull(consents.requestId), eq(consents.emailKey, emailKey)))
      .run();
    left += Number(isWanted(row));
  }
  return left;
}

const isQuestion = and(isNull(mails.requestId), eq(mails.kind, 'newsletter-confirmation'));

/** Each goes out once: what was sent stays sent, what waits goes on waiting, and what was taken back does not come back. */
function keepQuestions(tx: Tx, replaced: Replaced): void {
  const questions = new Map(
    replaced
      .select()
      .from(mails)
      .where(isQuestion)
      .all()
      .map(({ seq: _, ...mail }) => [mail.id, mail]),
  );
  const unsent = tx
    .select()
    .from(mails)
    .where(and(isQuestion, ne(mails.state, 'sent')))
    .all();
  for (const { id, emailKey } of unsent) {
    const asked = tx.select().from(subscribers).where(eq(subscribers.emailKey, emailKey)).get();
    if (!questions.has(id) && !(asked && isWanted(asked))) tx.delete(mails).where(eq(mails.id, id)).run();
  }
  for (const mail of questions.values())
    tx.insert(mails).values(mail).onConflictDoUpdate({ target: mails.id, set: mail }).run();
}
