import Database from 'better-sqlite3';

/** SQLite's default. */
const autoCheckpointPages = 1000;

/**
 * Writes the write-ahead log into the database and empties it: it still contains what was erased. The call never waits.
 *
 * @returns false while another connection reads the log, or replicates it; nothing is emptied then
 */
export function truncateLog(client: Database.Database): boolean {
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

/**
 * Makes the write-ahead log of a database grow until the returned function is called: a reader of its beginning prevents
 * every connection of every process from starting it again.
 */
export function keepLog(client: Database.Database): () => void {
  const reader = new Database(client.name, { fileMustExist: true });
  client.pragma('wal_autocheckpoint = 0');
  // A reader of an empty log, or of one that is completely in the database, would not prevent anything: write a page.
  client.pragma(`user_version = ${client.pragma('user_version', { simple: true })}`);
  reader.exec('begin; select 1 from sqlite_master limit 1');
  return () => {
    reader.close();
    client.pragma(`wal_autocheckpoint = ${autoCheckpointPages}`);
  };
}
