import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Webhook } from 'standardwebhooks';
import { newestProgram } from '../../../scripts/newest-program.ts';
import { token } from './fake-api.ts';

export const webhookSecret = `whsec_${Buffer.from('thirty-two bytes for these tests').toString('base64')}`;
export const fixtureBundle = resolve(import.meta.dirname, 'fixtures/bundle');

const server = newestProgram('publisher', 'server.ts');

interface ProcessOptions {
  apiUrl: string;
  dataDir: string;
  env?: Record<string, string>;
  /** By default the built program or the source, whichever is newer. */
  program?: string;
}

/** Starts the real publisher on a free port; resolves once it listens. */
export async function startPublisher({ apiUrl, dataDir, env = {}, program = server }: ProcessOptions) {
  const child = spawn(process.execPath, [program], {
    env: {
      PUBLISHER_PORT: '0',
      API_URL: apiUrl,
      DATA_DIR: dataDir,
      RENDERER_DIR: fixtureBundle,
      WEBHOOK_SECRET: webhookSecret,
      PUBLISHER_TOKEN: token,
      POLL_INTERVAL_MS: '100',
      // Program starts take most of the time of these tests.
      NODE_COMPILE_CACHE: join(tmpdir(), 'threadline-compile-cache'),
      ...env,
    },
    // Like the supervisor.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const log: Record<string, unknown>[] = [];
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const port = await new Promise<number>((done, fail) => {
    exited.then(([code]) => fail(new Error(`The publisher ended with ${code}: ${JSON.stringify(log)}`)));
    createInterface({ input: child.stdout as Readable }).on('line', (line) => {
      const entry = JSON.parse(line);
      log.push(entry);
      if (entry.msg === 'listening') done(entry.port);
    });
  });
  return { child, port, log, exited, url: `http://127.0.0.1:${port}` };
}

export type PublisherProcess = Awaited<ReturnType<typeof startPublisher>>;

export async function kill({ child, exited }: { child: ChildProcess; exited: Promise<unknown> }): Promise<void> {
  child.kill('SIGKILL');
  await exited;
}

/** Sends a webhook like the API. */
export function sendHook(url: string, revision: number): Promise<Response> {
  return sendBody(
    url,
    JSON.stringify({ type: 'content.published', timestamp: new Date().toISOString(), data: { revision } }),
  );
}

export function sendBody(url: string, body: string, { at = new Date() }: { at?: Date } = {}): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(webhookSecret).sign('msg_1', at, body),
  };
  return fetch(`${url}/hooks`, { method: 'POST', headers, body });
}
