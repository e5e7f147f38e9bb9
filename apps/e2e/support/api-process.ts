import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, root } from './stack.ts';

/** Starts the API without publisher and supervisor, in a process that can be killed and started again. */
export async function createApiProcess(env: Record<string, string> = {}) {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'threadline-kill-'));
  const port = await freePort();
  let child: ChildProcess | undefined;

  /** Returns whether the process responds. */
  async function isAlive(): Promise<boolean> {
    return new Promise((resolve) => {
      request({ port, host: '127.0.0.1', path: '/api/livez' }, (reply) => {
        reply.resume();
        resolve(reply.statusCode === 200);
      })
        .on('error', () => resolve(false))
        .end();
    });
  }

  return {
    dataDir,
    port,
    async start(): Promise<void> {
      child = spawn(process.execPath, [join(root, 'apps/api/dist/server.js')], {
        // Behind a proxy, each enquiry can come from a different network.
        env: {
          ...process.env,
          NODE_ENV: 'test',
          PORT: String(port),
          DATA_DIR: dataDir,
          TRUST_PROXY: 'true',
          LOG_LEVEL: 'error',
          SEED_DIR: dataDir,
          ...env,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const { exitCode } = child;
      while (!(await isAlive())) {
        if (child.exitCode !== exitCode) throw new Error(`The API ended with ${child.exitCode}.`);
        await wait(5);
      }
    },
    async stop(signal: NodeJS.Signals): Promise<void> {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

/** Sends one enquiry from its own network. Returns the reference, or undefined without a complete response. */
export function sendEnquiry(port: number, number: number, key: string): Promise<string | undefined> {
  const body = JSON.stringify({
    companyName: `Company ${number}`,
    companySize: '11-50',
    email: `person${number}@example.org`,
    message: 'We grow, and our deliveries slip. Can you help?',
    phone: '98765 43210',
  });
  const forwarded = `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`;
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': key,
    'x-forwarded-for': forwarded,
  };
  return new Promise((resolve) => {
    const call = request(
      { port, host: '127.0.0.1', path: '/api/request/send-request', method: 'POST', headers },
      (reply) => {
        const chunks: string[] = [];
        reply.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
        reply.on('error', () => resolve(undefined));
        reply.on('end', () =>
          resolve(reply.statusCode === 200 && reply.complete ? referenceIn(chunks.join('')) : undefined),
        );
      },
    );
    call.on('error', () => resolve(undefined));
    call.end(body);
  });
}

function referenceIn(text: string): string | undefined {
  const { reference } = JSON.parse(text) as { reference?: string };
  return reference;
}
