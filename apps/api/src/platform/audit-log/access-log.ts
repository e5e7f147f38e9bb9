import { and, between, eq, sql } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { accessActions, auditLog } from '../db/schema/core.ts';
import { hourMs } from '../durations.ts';
import { type Actor, getCurrentNetwork, recordAudit } from './audit-log.ts';

/** One enquiry (by its reference) or one list that a user was shown. It never names the person concerned. */
export interface Access {
  action: (typeof accessActions)[number];
  subject: string;
}

/**
 * Returns a function that records who was shown personal details (DPDP Rules 2025, rule 6). Screens reload every few seconds, so
 * the same user, network and subject are recorded once an hour. The log itself holds the last time, which survives a restart.
 */
export function createAccessLog({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const recent = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        sql.raw(isAccess),
        eq(auditLog.byId, sql.placeholder('byId')),
        eq(auditLog.subject, sql.placeholder('subject')),
        eq(auditLog.action, sql.placeholder('action')),
        sql`${auditLog.network} is ${sql.placeholder('network')}`,
        between(auditLog.at, sql.placeholder('hourAgo'), sql.placeholder('at')),
      ),
    )
    .limit(1)
    .prepare();

  return (by: Actor, { action, subject }: Access): void => {
    const moment = now();
    const at = moment.toISOString();
    const hourAgo = new Date(moment.getTime() - hourMs + 1).toISOString();
    if (recent.get({ byId: by.id, subject, action, network: getCurrentNetwork(), hourAgo, at })) return;
    recordAudit(db, { at, by, action, subject });
  };
}

export type RecordAccess = ReturnType<typeof createAccessLog>;

/** Repeats the condition of the index `audit_log_accesses`, so that SQLite uses it. */
const isAccess = `action in (${accessActions.map((action) => `'${action}'`).join(', ')})`;
