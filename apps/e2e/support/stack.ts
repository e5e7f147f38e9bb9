import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Process, processTree } from './processes.ts';

export const root = resolve(import.meta.dirname, '../../..');

export const owner = { email: 'owner@example.com', password: 'correct horse battery' };

export interface Product {
  url: string;
  dataDir: string;
  /** From the start command to the first successful /api/health, in ms. */
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

/** Returns whether the product is healthy. */
export async function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
}

/** Returns whether the API responds, also in recovery mode. */
export async function isAlive(url: string): Promise<boolean> {
  return fetch(`${url}/api/livez`).then(
    (response) => response.ok,
    () => false,
  );
}

/** For a product that hangs. It is longer than the product itself waits for its start: a minute for the API, one for health. */
const hangMs = 150_000;

/** Polls until the function returns something other than `false` or `undefined`; throws after the time limit. */
export async function until<Answer>(
  condition: string,
  check: () => Promise<Answer | false | undefined> | Answer | false | undefined,
  limitMs = hangMs,
): Promise<Answer> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    const answer = await check();
    if (answer !== false && answer !== undefined) return answer;
    await wait(50);
  }
  throw new Error(`Not within ${limitMs / 1000} s: ${condition}`);
}

/**
 * Starts the product as `npm start` does, with its own port and data folder.
 *
 * @param isReady polled until it returns true; in recovery mode the product never becomes healthy
 */
export async function startProduct(env: Record<string, string> = {}, isReady = isHealthy): Promise<Product> {
  const port = Number(env.PORT) || (await freePort());
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
      // A limit for a site that hangs. While other tests use the cores, the first rendering may take longer than usual.
      RENDER_TIMEOUT_MS: '60000',
      // Tests make the backups that they need. The first automatic one would take seconds of CPU time for each product.
      BACKUP_EVERY_HOURS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));

  const stack: Product = {
    url,
    dataDir,
    readyMs: 0,
    processes: () => processTree(child.pid ?? -1),
    pidOf: (app) =>
      stack.processes().find(({ command }) => command.includes(join('apps', app, 'dist', 'server.js')))?.pid,
    output: () => output.join(''),
    stop: (signal = 'SIGTERM') => stop(child, signal),
  };
  await until(`the product serves ${url}`, async () => {
    if (child.exitCode !== null) throw new Error(`The product ended while starting:\n${stack.output()}`);
    return isReady(url);
  }).catch(async (error) => {
    await stack.stop('SIGKILL');
    throw new Error(`${error.message}\n${stack.output()}`);
  });
  stack.readyMs = performance.now() - began;
  return stack;
}

/** Starts one app without the supervisor, to inject faults between the two. */
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

/**
 * Runs a command of the CLI from its source. It is asynchronous so that this process notices when the server closes a
 * connection meanwhile.
 */
export function runCli(args: string[], env: Record<string, string>) {
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...env } };
    const child = execFile(process.execPath, ['apps/api/src/cli.ts', ...args], options, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    );
  });
}

/** Returns the messages that were written to files, with soft line breaks and encoded characters decoded. */
export function readMails(dataDir: string): string[] {
  const folder = join(dataDir, 'mail');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='));
}
