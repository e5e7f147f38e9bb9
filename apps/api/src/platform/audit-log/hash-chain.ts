import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';

type Part = string | null;

/** Returns the hash of an entry: of its values and the hash of the previous entry ('' before the first). */
export function hashEntry(previous: string | null, ...entry: Part[]): string {
  return createHash('sha256')
    .update(JSON.stringify([previous ?? '', ...entry]))
    .digest('hex');
}

/** Registers `audit_hash` in SQL, so that reading the last hash and writing the next one are a single statement. */
export function registerAuditHash(client: Database): void {
  client.function('audit_hash', { deterministic: true, directOnly: true, varargs: true }, (...parts) =>
    hashEntry(...(parts as [Part, ...Part[]])),
  );
}

interface Entry {
  id: number;
  at: string;
  byId: string | null;
  byName: string | null;
  action: string;
  subject: string;
  network: string | null;
  hash: string;
}

export interface AuditCheck {
  entries: number;
  /** The newest hash. Stored elsewhere, it later shows that no earlier entry was changed. */
  head: string;
  /** Sentences; empty when the chain is intact. */
  faults: string[];
}

/** Reads the whole log and verifies the hash chain. */
export function checkAuditChain(client: Database): AuditCheck {
  const check: AuditCheck = { entries: 0, head: '', faults: [] };
  let lastId = 0;
  const entries = client
    .prepare<[], Entry>(
      'select id, at, by_id as byId, by_name as byName, action, subject, network, hash from audit_log order by id',
    )
    .iterate();
  for (const { id, at, byId, byName, action, subject, network, hash } of entries) {
    lastId = id;
    if (hash !== hashEntry(check.head, at, byId, byName, action, subject, network))
      check.faults.push(`entry ${id} of ${at} was changed, or one before it was changed or removed`);
    check.entries += 1;
    check.head = hash;
  }
  const { last = 0 } =
    client.prepare<[], { last: number }>("select seq as last from sqlite_sequence where name = 'audit_log'").get() ??
    {};
  if (last > lastId) check.faults.push(`the entries after ${lastId} were removed`);
  return check;
}
