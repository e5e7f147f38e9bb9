import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { consents, notices } from '../../db/privacy-schema.ts';
import { type Replaced, rowsOf } from './replaced-database.ts';

type Row = typeof consents.$inferSelect;

/**
 * Receipts of consent that were confirmed or withdrawn since the backup, and those of newsletter forms sent since. Inside a
 * transaction.
 *
 * @returns how many were withdrawn
 */
export function keepReceipts(tx: Tx, replaced: Replaced, isCorrected: boolean): number {
  keepNotices(tx, replaced);
  let withdrawn = 0;
  const find = receiptFinder(tx);
  for (const row of rowsOf(replaced, { table: consents, by: 'id', which: isChanged })) {
    const old = find(row);
    if (old) merge(tx, old, isCorrected ? row : { ...row, emailKey: old.emailKey });
    else if (row.requestId === null) insertReceipt(tx, row);
    if (old && old.withdrawnAt === null && row.withdrawnAt !== null) withdrawn += 1;
  }
  return withdrawn;
}

/** The wordings that receipts name. */
function keepNotices(tx: Tx, replaced: Replaced): void {
  for (const notice of replaced.select().from(notices).all())
    tx.insert(notices).values(notice).onConflictDoNothing().run();
}

/** Under its own number, where that is free: by it the receipt is found again by the next restore. */
export function insertReceipt(tx: Tx, { id, ...row }: Row): void {
  const isTaken = tx.select({ id: consents.id }).from(consents).where(eq(consents.id, id)).get() !== undefined;
  tx.insert(consents)
    .values(isTaken ? row : { id, ...row })
    .run();
}

const isChanged = or(isNull(consents.requestId), isNotNull(consents.confirmedAt), isNotNull(consents.withdrawnAt));

/** Leaves what either of them knows. */
function merge(tx: Tx, old: Row, row: Row): void {
  const { emailKey } = row;
  const given = row.given || old.given;
  const confirmedAt = row.confirmedAt ?? old.confirmedAt;
  const withdrawnAt = row.withdrawnAt ?? old.withdrawnAt;
  const values = { emailKey, given, confirmedAt, withdrawnAt };
  if (isDeepStrictEqual({ ...old, ...values }, old)) return;
  tx.update(consents).set(values).where(eq(consents.id, old.id)).run();
}

/** An enquiry has one for each purpose. The others are known by their moment, and by an address that may have been corrected. */
function receiptFinder(tx: Tx): (row: Row) => Row | undefined {
  const is = <Name extends 'requestId' | 'purpose' | 'at' | 'emailKey' | 'id'>(name: Name) =>
    eq(consents[name], sql.placeholder(name));
  const ofRequest = tx
    .select()
    .from(consents)
    .where(and(is('requestId'), is('purpose')))
    .prepare();
  const ofNone = tx
    .select()
    .from(consents)
    .where(and(isNull(consents.requestId), is('purpose'), is('at'), or(is('emailKey'), is('id'))))
    .orderBy(desc(sql`${consents.emailKey} = ${sql.placeholder('emailKey')}`))
    .prepare();
  return ({ id, requestId, purpose, at, emailKey }) =>
    requestId === null ? ofNone.get({ id, purpose, at, emailKey }) : ofRequest.get({ requestId, purpose });
}
