import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const running = new Set();

/**
 * Runs a program to its end and resolves to its exit code and everything it printed.
 * With `show` the output goes to our own instead, and standard input is passed on.
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, timeoutMs?: number, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>} code 127 when the program could not be started
 */
export function runCommand(file, args, { cwd, env, show = false, timeoutMs, shell = false } = {}) {
  return new Promise((resolve) => {
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = show ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(file, args, { cwd, env, shell, stdio, timeout: timeoutMs });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', (text) => {
        output += text;
      });
    }
    const end = (code) => {
      running.delete(child);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += `${error.message}\n`;
      end(127);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

/**
 * Asks whatever `runCommand` is waiting for to end, and resolves when it did or the time is up.
 * @param {number} graceMs
 */
export async function stopCommands(graceMs) {
  const ended = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const child of running) child.kill('SIGTERM');
  await Promise.race([Promise.all(ended), sleep(graceMs)]);
}
