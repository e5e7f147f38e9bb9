import type { Database } from 'better-sqlite3';
import { auditHash } from '../db/audit-hash.ts';

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
  /** Entries that are sealed. Those from before there were seals are not. */
  sealed: number;
  unsealed: number;
  /** The newest seal: noted elsewhere, it proves later that nothing before it was rewritten. */
  head: string;
  /** In sentences; empty when every entry follows from the one before it. */
  faults: string[];
}

/** Reads the whole log and computes every seal again. */
export function checkAuditChain(client: Database): AuditCheck {
  const check: AuditCheck = { sealed: 0, unsealed: 0, head: '', faults: [] };
  let lastId = 0;
  const entries = client
    .prepare<[], Entry>(
      'select id, at, by_id as byId, by_name as byName, action, subject, network, hash from audit_log order by id',
    )
    .iterate();
  for (const { id, at, byId, byName, action, subject, network, hash } of entries) {
    lastId = id;
    if (hash === '' && check.sealed === 0) {
      check.unsealed += 1;
      continue;
    }
    const where = network === null ? [] : [network];
    if (hash !== auditHash(check.head, at, byId, byName, action, subject, ...where))
      check.faults.push(`entry ${id} of ${at} was changed, or one before it was changed or removed`);
    check.sealed += 1;
    check.head = hash;
  }
  const { last = 0 } =
    client.prepare<[], { last: number }>("select seq as last from sqlite_sequence where name = 'audit_log'").get() ??
    {};
  if (last > lastId) check.faults.push(`the entries after ${lastId} were removed`);
  return check;
}
