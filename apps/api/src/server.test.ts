import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { newTempFolder } from '../test/temp-folders.ts';

function startApi(port: number, dataDir = newTempFolder()): ChildProcess {
  const api = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    env: { NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => void api.kill('SIGKILL'));
  return api;
}

/** @returns the port that it listens on */
async function untilListening({ stdout }: ChildProcess): Promise<number> {
  if (!stdout) throw new Error('The output of the API is not read.');
  for await (const line of createInterface(stdout)) {
    const { msg, port } = JSON.parse(line) as { msg: string; port?: number };
    if (msg === 'api is listening' && port) return port;
  }
  throw new Error('The API ended before it listened.');
}

test('a start tells of a restore that was killed, and removes what was left of it and of uploads', async () => {
  const dataDir = newTempFolder();
  for (const name of ['.restoring-killed', '.uploading-killed']) mkdirSync(join(dataDir, name));
  const { stdout } = startApi(0, dataDir);
  const said: string[] = [];
  for await (const line of createInterface(stdout as Readable)) {
    said.push(JSON.parse(line).msg);
    if (said.at(-1) === 'api is listening') break;
  }
  expect(said.filter((sentence) => sentence.startsWith('A restore was stopped before its last step'))).toHaveLength(1);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a port that is taken is named in a sentence, and the process ends', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const api = startApi(port);
  const [complaint, [code]] = await Promise.all([api.stderr && text(api.stderr), once(api, 'exit')]);
  expect(complaint).toBe(`Port ${port} on 127.0.0.1 is taken. Choose another one with PORT.\n`);
  expect(code).toBe(1);
});

test('it says when it changes the database, refuses who does not finish a request, and stops when its terminal is closed', async () => {
  const api = startApi(0);
  const told: unknown[] = [];
  api.on('message', (message) => told.push(message));
  const port = await untilListening(api);
  expect(told).toEqual(['upgrading', 'upgraded']);

  const slow = connect(port, '127.0.0.1');
  slow.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-one');
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 /);

  const ended = once(api, 'exit');
  api.kill('SIGHUP');
  expect(await ended).toEqual([0, null]);
});
