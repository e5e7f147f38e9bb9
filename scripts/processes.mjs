import { spawn } from 'node:child_process';
import { fstatSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const running = new Set();

/**
 * Runs a program to its end and resolves to its exit code and output. With `show`, the program uses standard input and
 * output of this process instead.
 *
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

/** Sends SIGTERM to the programs of `runCommand`, and resolves when they have ended or after the grace period. */
export async function stopCommands(graceMs) {
  const ended = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const child of running) child.kill('SIGTERM');
  await Promise.race([Promise.all(ended), sleep(graceMs)]);
}

// The servers use packages/config/src/log-output.ts. This file cannot share it: the scripts run on Node 18, which does
// not load TypeScript, and the supervisor must not wait for a stopped reader of a pipe.
const standardOutput = 1;
/** Limit of buffered output for a slow or stopped reader. Further output is dropped. */
const maxBufferedBytes = 1024 * 1024;

/**
 * Keeps this process alive when its output cannot be written. Otherwise a closed pipe or a full disk would end it, and
 * nothing would restart the API.
 */
export function ignoreOutputErrors() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Writes to standard output. Text that cannot be written is lost. */
export function writeOutput(text) {
  if (!fstatSync(standardOutput).isFile()) {
    if (process.stdout.writableLength < maxBufferedBytes) process.stdout.write(text);
    return;
  }
  try {
    // Not through process.stdout: after its first error it writes nothing more, even when the disk has space again.
    writeSync(standardOutput, text);
  } catch {
    // There is no other place to report it.
  }
}

const parentPollMs = 250;

/**
 * Calls `stop` once when this process receives a stop signal; a second signal ends it immediately. Under npm, the exit of
 * the parent counts as a signal: npm passes a signal at most to its shell, and this process would keep the port in use.
 */
export function onStopRequest(stop) {
  let isRequested = false;
  const request = () => {
    if (isRequested) process.exit(1);
    isRequested = true;
    stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, request);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    if (!isRequested) request();
  }, parentPollMs);
  poll.unref();
}
