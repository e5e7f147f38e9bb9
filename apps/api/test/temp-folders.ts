import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

/** Creates a folder that is removed after the tests of the file. */
export function newTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-api-'));
  folders.push(folder);
  return folder;
}

/** Only for `clean-up.ts`. */
export function removeTempFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
