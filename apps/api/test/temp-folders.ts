import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

/** A folder that is gone when the tests of the file are done. */
export function newTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-api-'));
  folders.push(folder);
  return folder;
}

/** For `clean-up.ts` alone. */
export function removeTempFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
