import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A data folder of its own as the first start leaves it: seeded, with its pictures made and the first release published. */
export function freshData(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'threadline-e2e-'));
  cpSync(inject('firstDataDir'), dataDir, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return dataDir;
}
