import Database from 'better-sqlite3';

/** SQLite's default. */
const autoCheckpointPages = 1000;
/** Databases whose log could not be emptied when it should have been. */
const pending = new WeakSet<Database.Database>();

/**
 * Writes the write-ahead log into the database and empties it: it still contains what was erased. The call never waits for
 * another connection. It takes about a millisecond per megabyte.
 *
 * @returns false while another connection reads the log, or replicates it; `isTruncationPending` is true then
 */
export function truncateLog(client: Database.Database): boolean {
  const timeoutMs = client.pragma('busy_timeout', { simple: true });
  // Nothing else would be answered during the wait.
  client.pragma('busy_timeout = 0');
  try {
    const [result] = client.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (result?.busy === 0) pending.delete(client);
    else pending.add(client);
    return result?.busy === 0;
  } finally {
    client.pragma(`busy_timeout = ${timeoutMs}`);
  }
}

/** Has the log emptied again later, although that has just succeeded. */
export const requestTruncation = (client: Database.Database) => pending.add(client);

export const isTruncationPending = (client: Database.Database) => pending.has(client);

/**
 * Makes the write-ahead log of a database grow until the returned function is called: a reader of its beginning prevents
 * every connection of every process from starting it again.
 */
export function keepLog(client: Database.Database): () => void {
  const reader = new Database(client.name, { fileMustExist: true });
  const release = () => {
    reader.close();
    client.pragma(`wal_autocheckpoint = ${autoCheckpointPages}`);
  };
  try {
    client.pragma('wal_autocheckpoint = 0');
    // A reader of an empty log, or of one that is completely in the database, would not prevent anything: write a page.
    client.pragma(`user_version = ${client.pragma('user_version', { simple: true })}`);
    reader.exec('begin; select 1 from sqlite_master limit 1');
    return release;
  } catch (error) {
    release();
    throw error;
  }
}
