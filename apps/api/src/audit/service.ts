import { desc, isNotNull, notInArray, or, type SQL } from 'drizzle-orm';
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

/** All but what the system itself put there at its first start. */
const isWork = or(isNotNull(auditLog.byId), notInArray(auditLog.action, ['content.created', 'image.created']));

/** The newest entries first. The seed would fill the list: it is only told while nothing else has happened. */
export function listAudit(db: Db, limit: number) {
  const newest = (which?: SQL) => db.select().from(auditLog).where(which).orderBy(desc(auditLog.id)).limit(limit).all();
  const work = newest(isWork);
  return work.length > 0 ? work : newest();
}
