import { cpSync, existsSync, lstatSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { newTempFolder } from './temp-folders.ts';

/** All functions of node:fs/promises that change a folder. */
const changing = ['mkdir', 'mkdtemp', 'rename', 'rm', 'cp', 'copyFile', 'link', 'writeFile', 'open'] as const;
type Step = (...args: unknown[]) => Promise<unknown>;

export interface CrashedDisk {
  /** The step before or after which the process was killed. */
  moment: string;
  folder: string;
}

/**
 * Copies a folder as a killed process would leave it, before and after each step of some work on its files, whenever a
 * step has changed more than the bytes of files that are not read yet.
 *
 * @param ignored top-level names whose content is not read after a kill
 */
export async function simulateCrashes(folder: string, ignored: RegExp, work: () => Promise<unknown>) {
  const stopped: CrashedDisk[] = [];
  let last = '';
  const copyAt = (moment: string): void => {
    const state = describeFolder(folder, ignored);
    if (state === last) return;
    last = state;
    const copy = join(newTempFolder(), 'data');
    cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
    // Its holder has ended, as after a kill.
    const lock = join(copy, 'locks', 'api.holder');
    if (lstatSync(lock, { throwIfNoEntry: false })) {
      rmSync(lock);
      symlinkSync('4194304.gone', lock);
    }
    stopped.push({ moment, folder: copy });
  };
  const functions = fs as unknown as Record<string, Step>;
  const originals = changing.map((name) => [name, functions[name] as Step] as const);
  for (const [name, original] of originals) {
    functions[name] = async (...args) => {
      copyAt(`before ${name} of ${args[0]}`);
      const result = await original(...args);
      copyAt(`after ${name} of ${args[0]}`);
      return result;
    };
  }
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    Object.assign(functions, Object.fromEntries(originals));
    syncBuiltinESMExports();
  }
  return stopped;
}

/** Returns the names in a folder with sizes and times. */
function describeFolder(folder: string, ignored: RegExp): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !ignored.test(name))
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const { size, mtimeMs, ino } = lstatSync(path, { throwIfNoEntry: false }) ?? {};
      return `${name} ${existsSync(path) ? [size, mtimeMs, ino].join(' ') : ''}`;
    })
    .join('\n');
}
