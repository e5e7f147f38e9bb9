import type { AuditItem, AuditQuery } from '@threadline/schema/audit';
import { and, desc, eq, gte, inArray, isNotNull, isNull, like, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { accessActions, auditLog } from '../platform/db/schema/core.ts';
import { getNetworkPrefix } from '../platform/http/network.ts';
import { createItemChanges } from './item-changes.ts';
import { withItemNames } from './item-names.ts';

/** All but what the system itself put there at its first start. */
const isWork = or(isNotNull(auditLog.byId), notInArray(auditLog.action, ['content.created', 'image.created']));
const isNoAccess = notInArray(auditLog.action, [...accessActions]);

/**
 * The newest entries first, without who has looked at what. The seed would fill the list: it is only told while nothing
 * else has happened.
 */
export function listAudit(db: Db, limit: number) {
  const newest = (which?: SQL) =>
    db.select().from(auditLog).where(and(isNoAccess, which)).orderBy(desc(auditLog.id)).limit(limit).all();
  const work = newest(isWork);
  return work.length > 0 ? work : newest();
}

const pageSize = 50;

/** Under `access` also what shows or hands out personal details and is an entry each time. */
const handOuts = ['enquiries.exported', 'newsletter.exported', 'privacy.looked-up', 'data.exported'];
/** Signing in uses an account. All else decides who gets in, and as what; `user.updated` was most of it in older entries. */
const signIns = ['user.signed-in', 'user.signed-in-with-passkey', 'user.used-recovery-code'];
function isOf(area: NonNullable<AuditQuery['area']>): SQL | undefined {
  if (area === 'access') return inArray(auditLog.action, [...accessActions, ...handOuts]);
  if (area === 'rights') return and(like(auditLog.action, 'user.%'), notInArray(auditLog.action, signIns));
  return like(auditLog.action, `${area}.%`);
}

/** An address, its network as the log shows it, or the beginning of one up to a dot or colon. */
function isFrom(typed: string): SQL | undefined {
  const prefix = getNetworkPrefix(typed.trim().replace(/\/64$/, ''));
  if (prefix !== 'unknown') return eq(auditLog.network, prefix);
  const beginning = typed
    .trim()
    .toLowerCase()
    .replace(/(?<![.:])[.:]+$/, '');
  if (!/^[\da-f.:]+$/.test(beginning)) return sql`false`;
  return or(like(auditLog.network, `${beginning}.%`), like(auditLog.network, `${beginning}:%`));
}

/** The log by its filters, newest first. @param cursor id of the last entry that was read */
export function auditRows(
  db: Db,
  { who, area, network: wantedNetwork, from, until, cursor }: AuditQuery,
  limit: number,
): Omit<AuditItem, 'name' | 'change'>[] {
  const { id, at, byId, byName: by, action, subject, network, hash } = auditLog;
  return db
    .select({ id, at, by, action, subject, network, hash })
    .from(auditLog)
    .where(
      and(
        who === undefined ? undefined : who === 'system' ? isNull(byId) : eq(byId, who),
        area === undefined ? undefined : isOf(area),
        wantedNetwork === undefined ? undefined : isFrom(wantedNetwork),
        from === undefined ? undefined : gte(at, from),
        until === undefined ? undefined : lt(at, until),
        cursor === undefined ? undefined : lt(id, cursor),
      ),
    )
    .orderBy(desc(id))
    .limit(limit)
    .all();
}

/** One page of the log. */
export function auditPage(db: Db, filter: AuditQuery): { entries: AuditItem[]; next: number | null } {
  const rows = auditRows(db, filter, pageSize + 1);
  const changeOf = createItemChanges(db);
  const entries = withItemNames(db, rows.slice(0, pageSize)).map((entry) => ({ ...entry, change: changeOf(entry) }));
  return { entries, next: rows.length > pageSize ? (rows[pageSize - 1]?.id ?? null) : null };
}
