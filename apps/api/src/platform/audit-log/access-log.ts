import { and, between, eq, sql } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { accessActions, auditLog } from '../db/schema/core.ts';
import { hourMs } from '../durations.ts';
import { type Actor, recordAudit } from './audit-log.ts';
import { currentOrigin } from './request-origin.ts';

/** What somebody of the team was shown: one enquiry by its reference, or one of the lists. Never whose details. */
export interface Access {
  action: (typeof accessActions)[number];
  subject: string;
}

/**
 * Writes down who was shown personal details (DPDP Rules 2025, rule 6: logs of access). What is on a screen is asked for
 * again every few seconds: the same person, from the same network, is written down once in an hour for the same thing. That
 * is read from the log itself, so it holds over restarts, by one look into an index of these entries alone.
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
    if (recent.get({ byId: by.id, subject, action, network: currentOrigin(), hourAgo, at })) return;
    recordAudit(db, { at, by, action, subject });
  };
}

export type NoteAccess = ReturnType<typeof createAccessLog>;

/** In the words of the index `audit_log_accesses`, which is taken for nothing else. */
const isAccess = `action in (${accessActions.map((action) => `'${action}'`).join(', ')})`;
