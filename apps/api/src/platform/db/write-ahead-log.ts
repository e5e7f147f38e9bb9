import type { Database } from 'better-sqlite3';

/**
 * Writes the write-ahead log into the database and empties it: it still contains what was erased. The call never waits.
 *
 * @returns false while another connection reads the log, or replicates it; nothing is emptied then
 */
export function truncateLog(client: Database): boolean {
  const timeoutMs = client.pragma('busy_timeout', { simple: true });
  // Nothing else would be answered during the wait.
  client.pragma('busy_timeout = 0');
  try {
    const [result] = client.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return result?.busy === 0;
  } finally {
    client.pragma(`busy_timeout = ${timeoutMs}`);
  }
}
