import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import type { MiddlewareHandler } from 'hono';
import type { Deps } from '../../context.ts';
import type { Db } from '../db/client.ts';
import { prepareOnce } from '../db/prepare-once.ts';
import { auditLog } from '../db/schema/core.ts';
import { getNetwork } from '../http/network.ts';

const networks = new AsyncLocalStorage<string>();

/** Returns a middleware that makes the network of a request available to the audit entries that it causes. */
export function trackNetwork({ config }: Pick<Deps, 'config'>): MiddlewareHandler {
  return (context, next) => networks.run(getNetwork(context, config.http), next);
}

/** Returns the network of the current request: an IPv4 address or the /64 of an IPv6 address. Null outside a request. */
export function getCurrentNetwork(): string | null {
  return networks.getStore() ?? null;
}

/** The user behind an entry. Null stands for the system itself. */
export interface Actor {
  id: string;
  name: string;
}

export interface AuditEntry {
  at: string;
  by: Actor | null;
  /** Past tense, such as `content.updated`. */
  action: string;
  subject: string;
}

/** Entries about accounts contain the network. For visitors only a digest of the address may be stored. */
const accountActions = /^(?:user|session)\./;

const columns = ['at', 'byId', 'byName', 'action', 'subject', 'network'] as const;

const insertEntry = prepareOnce((db) => {
  const values = columns.map((name) => [name, sql.placeholder(name)] as const);
  const parts = sql.join(
    values.map(([, value]) => sql`${value}`),
    sql`, `,
  );
  const hash = sql`audit_hash((select hash from audit_log order by id desc limit 1), ${parts})`;
  return db
    .insert(auditLog)
    .values({ ...(Object.fromEntries(values) as unknown as typeof auditLog.$inferInsert), hash })
    .prepare();
});

/** Appends an entry to the hash chain, in the transaction of the change that it records. */
export function recordAudit(db: Pick<Db, 'insert'>, { at, by, action, subject }: AuditEntry): void {
  const network = by || accountActions.test(action) ? getCurrentNetwork() : null;
  insertEntry(db).run({ at, byId: by?.id ?? null, byName: by?.name ?? null, action, subject, network });
}
