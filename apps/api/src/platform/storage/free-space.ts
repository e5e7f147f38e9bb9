import { statfsSync } from 'node:fs';

/** SQLite needs room for its write-ahead log even to read, and the next enquiry has to fit. */
const minFreeBytes = 1024 ** 2;

/** Returns the size of the file system that holds a folder. Some network file systems report no size: then both are 0. */
export function readDiskSpace(folder: string): { freeBytes: number; totalBytes: number } {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Returns whether a folder is on a disk without room for even a small write. */
export function isDiskFull(folder: string): boolean {
  const { freeBytes, totalBytes } = readDiskSpace(folder);
  return totalBytes > 0 && freeBytes < minFreeBytes;
}

/** The number with which `node:sqlite`, which holds the locks, reports SQLITE_FULL. */
const sqliteFull = 13;
const fullDiskCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

/** Returns whether an operation failed because the disk is full: the file that it worked on may be intact. */
export function isDiskFullError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && fullDiskCodes.has(String(error.code))) return true;
  return ('errcode' in error && error.errcode === sqliteFull) || isDiskFullError(error.cause);
}
