import { and, eq, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { rightsRequests } from '../../db/privacy-schema.ts';
import { type Replaced, rowsOf } from './replaced-database.ts';

type Row = typeof rightsRequests.$inferSelect;

/**
 * What people have asked for since the backup, and what was done about older requests. Inside a transaction.
 *
 * @returns how many
 */
export function keepRequests(tx: Tx, replaced: Replaced): number {
  let kept = 0;
  for (const row of rowsOf(replaced, { table: rightsRequests, by: 'id' })) {
    const old = find(tx, row);
    // A backup may know more than the database before it, where an older one was restored in between.
    if (old && (old.doneAt !== null || (row.doneAt === null && row.emailKey === old.emailKey))) continue;
    const { id, ...values } = row;
    if (old) tx.update(rightsRequests).set(values).where(eq(rightsRequests.id, old.id)).run();
    else
      tx.insert(rightsRequests)
        .values(isTaken(tx, id) ? values : row)
        .run();
    kept += 1;
  }
  return kept;
}

const isTaken = (tx: Tx, id: number) => one(tx, eq(rightsRequests.id, id)) !== undefined;

/** The same number may be another request, where an older backup was restored in between: then only a copy is the same. */
function find(tx: Tx, { id, kind, receivedAt, dueAt, emailKey, note, doneAt }: Row): Row | undefined {
  const { kind: ofKind, receivedAt: since } = rightsRequests;
  const isAlike = and(eq(ofKind, kind), eq(since, receivedAt), eq(rightsRequests.dueAt, dueAt));
  const words = and(eq(rightsRequests.emailKey, emailKey), eq(rightsRequests.note, note));
  return (
    one(tx, and(isAlike, eq(rightsRequests.id, id))) ??
    one(tx, and(isAlike, words, doneAt === null ? undefined : eq(rightsRequests.doneAt, doneAt)))
  );
}

function one(tx: Tx, which: SQL | undefined): Row | undefined {
  return tx.select().from(rightsRequests).where(which).get();
}
