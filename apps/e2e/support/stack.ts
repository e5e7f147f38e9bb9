import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Process, processTree } from './processes.ts';

export const root = resolve(import.meta.dirname, '../../..');

export const owner = { email: 'owner@example.com', password: 'correct horse battery' };

export interface Stack {
  url: string;
  dataDir: string;
  /** From the start command to the answer of /api/health, in ms. */
  readyMs: number;
  processes(): Process[];
  pidOf(app: 'api' | 'publisher'): number | undefined;
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No free port.');
  return address.port;
}

/** Answers whether the product serves everything. */
export async function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
}

/** Repeats a question until it is answered with something, or fails after a while. */
export async function until<Answer>(
  question: string,
  ask: () => Promise<Answer | false | undefined> | Answer | false | undefined,
  limitMs = 60_000,
): Promise<Answer> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer !== false && answer !== undefined) return answer;
    await wait(15);
  }
  throw new Error(`In ${limitMs / 1000} s this did not come true: ${question}`);
}

/** Starts the product as `npm start` does, on a port and a data folder of its own. */
export async function startStack(env: Record<string, string> = {}): Promise<Stack> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'threadline-e2e-'));
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'start'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));

  const stack: Stack = {
    url,
    dataDir,
    readyMs: 0,
    processes: () => processTree(child.pid ?? -1),
    pidOf: (app) =>
      stack.processes().find(({ command }) => command.includes(join('apps', app, 'dist', 'server.js')))?.pid,
    output: () => output.join(''),
    stop: (signal = 'SIGTERM') => stop(child, signal),
  };
  await until(
    `the product serves ${url}`,
    async () => {
      if (child.exitCode !== null) throw new Error(`The product ended while starting:\n${stack.output()}`);
      return isHealthy(url);
    },
    120_000,
  ).catch(async (error) => {
    await stack.stop('SIGKILL');
    throw new Error(`${error.message}\n${stack.output()}`);
  });
  stack.readyMs = performance.now() - began;
  return stack;
}

/** Starts one app by itself, for faults between the two. */
export function startApp(
  app: 'api' | 'publisher',
  env: Record<string, string>,
): { stop: () => Promise<number | null> } {
  const child = spawn(process.execPath, [join('apps', app, 'dist', 'server.js')], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { stop: () => stop(child, 'SIGTERM') };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = await ended;
  return code;
}
