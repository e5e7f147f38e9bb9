import { execFile } from 'node:child_process';
import { root } from './stack.ts';

/**
 * Runs a command of the product's CLI from its source. Connections of this process stay alive meanwhile: a synchronous
 * call would keep them from noticing that the server has closed them.
 */
export function runCli(args: string[], env: Record<string, string>) {
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...env } };
    const child = execFile(process.execPath, ['apps/api/src/cli.ts', ...args], options, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    );
  });
}
