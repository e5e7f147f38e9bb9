import { desc } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { auditLog } from '../db/schema.ts';

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

/** Called inside the transaction of the change that it records. */
export function recordAudit(db: Pick<Db, 'insert'>, { at, by, action, subject }: AuditEntry): void {
  db.insert(auditLog)
    .values({ at, byId: by?.id ?? null, byName: by?.name ?? null, action, subject })
    .run();
}

/** The newest entries first. */
export function listAudit(db: Db, limit: number) {
  return db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(limit).all();
}
