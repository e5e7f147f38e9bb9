import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** When several processes start at once, one gets the lock and the others wait this long for it to be released. */
const maxWaitMs = 1000;
const sqliteBusy = 5;

/** Keeps a reference to each lock: the garbage collector would release an unreferenced one. */
const locks = new Set<DatabaseSync>();

/**
 * Takes the lock `locks/<name>.lock` in the data folder and holds it until this process exits. It is the kernel's lock on
 * an open file, through SQLite: it ends with its process in any case, and other containers see it as well. No other code may
 * open the file: closing it anywhere in the process releases the lock.
 *
 * @returns a function that releases the lock earlier
 * @throws Error naming the folder and the holder
 */
export function holdLock(dataDir: string, name: string): () => void {
  const folder = join(dataDir, 'locks');
  mkdirSync(folder, { recursive: true });
  const lock = tryLock(join(folder, `${name}.lock`));
  const holderFile = join(folder, `${name}.holder`);
  if (!lock) {
    throw new Error(
      `The data folder ${dataDir} is in use: another ${name} runs in it (${readHolder(holderFile)}). Stop it first, or set another DATA_DIR.`,
    );
  }
  locks.add(lock);
  writeHolder(holderFile);
  const release = () => {
    if (!locks.delete(lock)) return;
    rmSync(holderFile, { force: true });
    lock.close();
    process.off('exit', release);
  };
  process.once('exit', release);
  return release;
}

function tryLock(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file, { timeout: maxWaitMs });
  try {
    // Nothing is written, so the lock works on a full disk, and a killed process leaves nothing to repair.
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
}

/**
 * Stores the holder's name for error messages. A dangling symbolic link is created in one step, also on a full disk.
 */
function writeHolder(file: string): void {
  rmSync(file, { force: true });
  symlinkSync(`process ${process.pid} on ${hostname()}`, file);
}

function readHolder(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return 'an unknown process';
  }
}
