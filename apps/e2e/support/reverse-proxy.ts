import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get, type RequestOptions } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { onTestEnd } from './fixtures.ts';
import { until } from './stack.ts';

/** Returns the path of a program: from its variable or one of the usual folders; undefined if it is not installed. */
export function findProgram(name: 'nginx' | 'caddy' | 'systemd-analyze', variable = ''): string | undefined {
  const candidates = [process.env[variable], name, `/usr/sbin/${name}`];
  for (const candidate of candidates) {
    if (!candidate) continue;
    try {
      execFileSync(candidate, name === 'caddy' ? ['version'] : [name === 'nginx' ? '-v' : '--version'], {
        stdio: 'ignore',
      });
      return candidate;
    } catch {}
  }
  return undefined;
}

export interface ProxyReply {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Sends a request to a local server with a self-signed certificate. */
export function request(url: string, options: RequestOptions = {}): Promise<ProxyReply> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? get : getPlain;
    send(url, { ...options, rejectUnauthorized: false }, async (reply) => {
      const body = await buffer(reply);
      resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body });
    }).on('error', reject);
  });
}

/**
 * Runs a reverse proxy until the end of the test.
 * @returns a function that returns its output so far
 */
export async function startProxy(program: string, args: string[], url: string, env: NodeJS.ProcessEnv = {}) {
  const output: string[] = [];
  const child: ChildProcess = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => output.push(text));
  onTestEnd(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
  await until(`${program} answers at ${url}`, async () => {
    if (child.exitCode !== null) throw new Error(output.join(''));
    return request(url).then(
      () => true,
      () => false,
    );
  });
  return () => output.join('');
}
