import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './toolchain.mjs';

/** Lists the files of the repository and the new ones, without ignored ones; only those in `folders` if any is given. */
export function listFiles(folders: readonly string[] = []): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', ...folders];
  const names = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return names.filter((file) => existsSync(join(root, file)));
}

export function readText(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Prints one line per mistake, and sets the exit code. */
export function report(mistakes: readonly string[]): void {
  for (const mistake of mistakes) console.error(mistake);
  if (mistakes.length > 0) process.exitCode = 1;
}
