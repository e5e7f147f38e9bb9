const codes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);
/** `SQLITE_FULL` as Node's own SQLite says it, which holds the locks. */
const sqliteFull = 13;

/** What the system and SQLite say when there is no room left. A file that can be read with more room is not damaged. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && codes.has(String(error.code))) return true;
  return ('errcode' in error && error.errcode === sqliteFull) || isDiskFull(error.cause);
}
