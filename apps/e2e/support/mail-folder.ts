import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The messages that were written to files, with soft line breaks and encoded signs taken back. */
export function mailsIn(dataDir: string): string[] {
  const folder = join(dataDir, 'mail');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='));
}
