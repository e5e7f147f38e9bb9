import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';

/** What an entry of the log is sealed with: everything in it, and the seal of the entry before it ('' before the first). */
export function auditHash(previous: string | null, ...entry: (string | null)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([previous ?? '', ...entry]))
    .digest('hex');
}

/** As a function of SQL: reading the last seal and writing the next one are one statement, whoever else writes. */
export function addAuditHash(client: Database): void {
  client.function('audit_hash', { deterministic: true, directOnly: true, varargs: true }, (...parts) =>
    auditHash(...(parts as [string | null, ...(string | null)[]])),
  );
}
