import { mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Takes `locks/<name>.lock` in the data folder and holds it until this process exits. A lock whose process is gone is
 * taken over. It only sees processes of this machine (or container).
 * @returns what gives it back earlier
 * @throws Error naming the folder and the holder
 */
export function holdLock(dataDir: string, name: string): () => void {
  const folder = join(dataDir, 'locks');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.lock`);
  const own = markOf(process.pid) ?? `${process.pid}.`;
  if (!tryLink(own, file) && !takeOver(file, own)) {
    const pid = readMark(file)?.split('.')[0] ?? 'unknown';
    throw new Error(
      `The data folder ${dataDir} is in use: another ${name} works in it (process ${pid}). Stop it first, or set another DATA_DIR.`,
    );
  }
  const release = () => {
    if (readMark(file) === own) rmSync(file, { force: true });
    process.off('exit', release);
  };
  process.once('exit', release);
  return release;
}

/** The lock is a link to nowhere that names its holder: made whole in one step, also when the disk is full. */
function tryLink(mark: string, file: string): boolean {
  try {
    symlinkSync(mark, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Only who holds the claim may replace a dead holder's lock, so that of two successors one gets it. */
function takeOver(file: string, own: string): boolean {
  if (isHeld(file)) return false;
  const claim = `${file}.claim`;
  // A claim outlives its process only after a kill between these lines.
  if (!isHeld(claim)) rmSync(claim, { force: true });
  if (!tryLink(own, claim)) return false;
  // Somebody else may have finished taking it over before our claim.
  if (isHeld(file)) {
    rmSync(claim, { force: true });
    return false;
  }
  renameSync(claim, file);
  return true;
}

function isHeld(file: string): boolean {
  const mark = readMark(file);
  return mark !== undefined && markOf(Number(mark.split('.')[0])) === mark;
}

function readMark(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
}

/**
 * A running process as `<pid>.<start>`, so that a reused number is not taken for the old holder. Only Linux tells the
 * start; elsewhere it is empty.
 * @returns undefined when there is no such process
 */
function markOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in brackets may itself hold brackets and spaces.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
      // A zombie has ended; the start time is the twentieth field after the name.
      return fields[0] === 'Z' ? undefined : `${pid}.${bootId}-${fields[19]}`;
    } catch {
      return undefined;
    }
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EPERM';
    if (!isThere) return undefined;
  }
  return `${pid}.`;
}
