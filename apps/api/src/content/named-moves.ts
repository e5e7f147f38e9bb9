import { and, inArray } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { auditLog } from '../platform/db/schema/core.ts';

const moveActions = ['content.moved', 'content.move-undone', 'content.move-redone'];

/** Returns the ids of the entries that editors have moved at some times. */
export function listNamedMoves(db: Db, ats: readonly string[]): Set<string> {
  const isMove = and(inArray(auditLog.action, moveActions), inArray(auditLog.at, [...ats]));
  const rows = db.select({ subject: auditLog.subject }).from(auditLog).where(isMove).all();
  return new Set(rows.map(({ subject }) => subject));
}
