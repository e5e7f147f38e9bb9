import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { auditLog } from '../db/schema/core.ts';
import { currentOrigin } from './request-origin.ts';

/** Who does something: a user, or null for the system itself. */
export interface Actor {
  id: string;
  name: string;
}

export interface AuditEntry {
  at: string;
  by: Actor | null;
  /** Verb in the past, such as `content.updated`. */
  action: string;
  subject: string;
}

/** Visitors are promised that nothing but a digest of their address is kept: only what concerns accounts says where from. */
const ofAccounts = /^(?:user|session)\./;

/** Called inside the transaction of the change that it records. */
export function recordAudit(db: Pick<Db, 'insert'>, { at, by, action, subject }: AuditEntry): void {
  const byId = by?.id ?? null;
  const byName = by?.name ?? null;
  const network = by || ofAccounts.test(action) ? currentOrigin() : null;
  const parts = sql.join(
    [at, byId, byName, action, subject, network].map((part) => sql`${part}`),
    sql`, `,
  );
  const hash = sql`audit_hash((select hash from audit_log order by id desc limit 1), ${parts})`;
  db.insert(auditLog).values({ at, byId, byName, action, subject, network, hash }).run();
}
