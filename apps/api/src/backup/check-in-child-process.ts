import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endWithProcess } from '../platform/end-with-process.ts';

const run = promisify(execFile);

// In the bundle the process is a file beside the server.
const processFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './check-process.ts' : './check-process.js', import.meta.url),
);

/**
 * `restoredDatabaseFaults` in a process of its own: it reads every page of the database, and a large one would keep every
 * visitor waiting.
 */
export function checkApart(file: string): Promise<string[]> {
  return ask(file);
}

/** `databaseFaults` of the database in use, likewise; it is only read. */
export function checkLiveApart(file: string): Promise<string[]> {
  return ask(file, 'live');
}

async function ask(...args: string[]): Promise<string[]> {
  const checking = run(process.execPath, [processFile, ...args]);
  endWithProcess(checking.child);
  const { stdout } = await checking;
  return JSON.parse(stdout);
}
