import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Of several that start at once one gets it; until the others have let go, it waits. */
const longestWaitMs = 1000;
const sqliteBusy = 5;

/** Keeps a reference to each lock: the garbage collector would release an unreferenced one. */
const held = new Set<DatabaseSync>();

/**
 * Takes the lock `locks/<name>.held` in the data folder and holds it until this process exits. It is the kernel's lock on
 * an open file, through SQLite: it ends with its process, however that ends, and other containers see it, too.
 * No other code may open the file: closing it anywhere in the process releases the lock.
 *
 * @returns what gives it back earlier
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
  const lock = new DatabaseSync(file, { timeout: longestWaitMs });
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

/** Who holds it, for people: a link to nowhere is made in one step, also when the disk is full. */
function leaveMark(mark: string): void {
  rmSync(mark, { force: true });
  symlinkSync(`process ${process.pid} on ${hostname()}`, mark);
}

function readMark(mark: string): string {
  try {
    return readlinkSync(mark);
  } catch {
    return 'a process that has not said its name';
  }
}
