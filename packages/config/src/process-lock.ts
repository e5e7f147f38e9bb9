import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** If several processes start at the same time, one gets the lock after the others have released theirs. */
const maxWaitMs = 1000;
const sqliteBusy = 5;

/** Keeps the locks referenced: the garbage collector would release them. */
const held = new Set<DatabaseSync>();

/**
 * Takes the lock `locks/<name>.held` in the data folder and holds it until this process exits. It is a lock of the kernel on
 * an open file, taken through SQLite: it ends with its process in every case, and other containers see it as well.
 * No other code in the process may open the file: closing it would release the lock.
 *
 * @returns a function that releases it earlier
 * @throws Error naming the folder and the holder
 */
export function holdLock(dataDir: string, name: string): () => void {
  const folder = join(dataDir, 'locks');
  mkdirSync(folder, { recursive: true });
  const lock = tryLock(join(folder, `${name}.held`));
  const mark = join(folder, `${name}.lock`);
  if (!lock) {
    throw new Error(
      `The data folder ${dataDir} is in use: another ${name} works in it (${readMark(mark)}). Stop it first, or set another DATA_DIR.`,
    );
  }
  held.add(lock);
  leaveMark(mark);
  const release = () => {
    if (!held.delete(lock)) return;
    rmSync(mark, { force: true });
    lock.close();
    process.off('exit', release);
  };
  process.once('exit', release);
  return release;
}

function tryLock(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file, { timeout: maxWaitMs });
  try {
    // Nothing is written: that works on a full disk, and a kill leaves nothing to be repaired.
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
}

/**
 * Writes the name of the holder as the target of a symbolic link, which is atomic and works on a full disk. It names the
 * process that an operator can stop: for a child of `npm start` that is the supervisor, which would start the child again.
 */
function leaveMark(mark: string): void {
  rmSync(mark, { force: true });
  symlinkSync(`process ${process.connected ? process.ppid : process.pid} on ${hostname()}`, mark);
}

function readMark(mark: string): string {
  try {
    return readlinkSync(mark);
  } catch {
    return 'an unknown process';
  }
}
