import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepared } from './fixtures.ts';

const folders: string[] = [];
// A worker runs several files: hooks of a module would be those of the first one.
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A data folder of its own as the first start leaves it: seeded, with its pictures made and the first release published. */
export function freshData(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'threadline-e2e-'));
  folders.push(dataDir);
  cpSync(prepared.firstDataDir, dataDir, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return dataDir;
}
