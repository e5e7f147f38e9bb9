import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

// In the bundle the process is a file beside the server.
const processFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './check-process.ts' : './check-process.js', import.meta.url),
);

/**
 * `restoredDatabaseFaults` in a process of its own: it reads every page of the database, and a large one would keep every
 * visitor waiting.
 */
export async function checkApart(file: string): Promise<string[]> {
  const { stdout } = await run(process.execPath, [processFile, file]);
  return JSON.parse(stdout);
}
