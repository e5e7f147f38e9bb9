import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { runCommand } from './run-command.mjs';

/**
 * Writes down which commit was built, where the API looks for it. Without a checkout, or without git, nothing is known of
 * new code; what was said of code that is still the same stays.
 * @param {{ checkout: string, file: string, isRebuilt: boolean }} options
 */
export async function noteCommit({ checkout, file, isRebuilt }) {
  // A checkout that lies in somebody else's is not that one.
  const isCheckout = existsSync(`${checkout}/.git`);
  const { code, output } = isCheckout
    ? await runCommand('git', ['rev-parse', 'HEAD'], { cwd: checkout })
    : { code: 1, output: '' };
  if (code === 0 && /^[0-9a-f]{40,64}\s*$/.test(output)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, output.trim());
  } else if (isRebuilt) rmSync(file, { force: true });
}
