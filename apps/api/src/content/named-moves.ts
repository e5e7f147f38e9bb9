import { and, inArray, sql } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { auditLog } from '../platform/db/schema/core.ts';
import type { HistoryRow } from './item-history.ts';

const moveActions = ['content.moved', 'content.move-undone', 'content.move-redone'];

/** Returns the ids of the entries that editors have moved in a part of the history, as the audit log names them. */
export function listNamedMoves(db: Db, history: readonly Pick<HistoryRow, 'at' | 'leftOut'>[]): Set<string> {
  // A publish that leaves a change out writes it again later.
  const ats = new Set(history.map(({ at, leftOut }) => (leftOut?.kind === 'again' ? leftOut.at : at)));
  const isThen = sql`${auditLog.at} in (select value from json_each(${JSON.stringify([...ats])}))`;
  const isMove = and(inArray(auditLog.action, moveActions), isThen);
  const rows = db.select({ subject: auditLog.subject }).from(auditLog).where(isMove).all();
  return new Set(rows.map(({ subject }) => subject));
}
