import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findFreePort } from './settings.mjs';
import { createSupervisor } from './supervise.mjs';

let folder: string;
let lines: string[];
let supervisor: ReturnType<typeof createSupervisor>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-supervise-'));
  lines = [];
  supervisor = createSupervisor({ log: (line) => lines.push(line), firstDelayMs: 10, maxDelayMs: 40, graceMs: 500 });
});
afterEach(async () => {
  await supervisor.stop();
  rmSync(folder, { recursive: true, force: true });
});

const child = (name: string, script: string, env = {}) => ({
  name,
  file: process.execPath,
  args: ['-e', script],
  env: { ...process.env, ...env },
});

/** Responds with its process id. */
const server = `
  require('node:http').createServer((_, response) => response.end(String(process.pid))).listen(process.env.PORT, '127.0.0.1');
  process.on('SIGTERM', () => { require('node:fs').appendFileSync(process.env.LOG, process.env.PORT + ' '); process.exit(); });
`;

async function startServer(name: string) {
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}/`;
  await supervisor.start(child(name, server, { PORT: port, LOG: join(folder, 'stopped') }), { urls: [url] });
  return { port, pid: async () => Number(await (await fetch(url)).text()) };
}

test('a child that exits is restarted, and the log says so', async () => {
  const { pid } = await startServer('api');
  const first = await pid();
  process.kill(first, 'SIGKILL');
  await vi.waitFor(async () => expect(await pid()).not.toBe(first), { timeout: 10_000 });
  expect(lines).toEqual(['The api ended (signal SIGKILL). Starting it again in 0.01 s.']);
});

test('the pause before a restart doubles up to its limit', async () => {
  await supervisor.start(child('api', 'process.exit(3)'));
  await vi.waitFor(() => expect(lines.length).toBeGreaterThanOrEqual(4), { timeout: 10_000 });
  expect(lines.slice(0, 4)).toEqual(
    [0.01, 0.02, 0.04, 0.04].map((pause) => `The api ended (exit code 3). Starting it again in ${pause} s.`),
  );
});

test('a child that ends before it is ready fails the start and is not restarted', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}/`;
  const started = supervisor.start(child('api', 'process.exit(2)'), { urls: [url] });
  await expect(started).rejects.toThrow('The api ended while it was starting (exit code 2).');
  expect(lines).toEqual([]);
});

test('a child that never becomes ready fails the start', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}/`;
  const started = supervisor.start(child('api', 'setInterval(() => {}, 1000)'), { urls: [url], timeoutMs: 200 });
  await expect(started).rejects.toThrow(/The api did not become ready within 0.2 s/);
});

test('a data upgrade does not count towards the start timeout', async () => {
  const port = String(await findFreePort());
  const logFile = join(folder, 'log');
  supervisor = createSupervisor({ log: (line) => writeFileSync(logFile, line), graceMs: 500 });
  // Like an upgrade: it blocks the child, here beyond the timeout.
  const upgrade = `
    process.send('upgrading');
    const lock = new Int32Array(new SharedArrayBuffer(4));
    while (!require('node:fs').existsSync(process.env.UPGRADE_LOG)) Atomics.wait(lock, 0, 0, 20);
    process.send('upgraded');`;
  const env = { PORT: port, LOG: join(folder, 'stopped'), UPGRADE_LOG: logFile };
  const ready = { urls: [`http://127.0.0.1:${port}/`], timeoutMs: 2500 };
  await supervisor.start(child('api', upgrade + server, env), ready);
  expect(readFileSync(logFile, 'utf8')).toBe(
    'The api upgrades its data. With many enquiries this takes minutes; do not stop it.',
  );
});

test('a child is ready when each of its URLs responds with 200', async () => {
  const port = String(await findFreePort());
  let status = 503;
  let requests = 0;
  const other = createServer((_, response) => {
    requests += 1;
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port: otherPort } = other.address() as AddressInfo;
  let isReady = false;
  const urls = [`http://127.0.0.1:${port}/`, `http://127.0.0.1:${otherPort}/`];
  const started = supervisor
    .start(child('api', server, { PORT: port, LOG: join(folder, 'stopped') }), { urls })
    .then(() => {
      isReady = true;
    });
  // The second URL is requested after the first one has responded.
  await vi.waitFor(() => expect(requests).toBeGreaterThan(1), { timeout: 30_000 });
  expect(isReady).toBe(false);
  status = 200;
  await started;
  other.close();
});

test('a program that does not exist fails the start', async () => {
  const started = supervisor.start(
    { ...child('api', ''), file: join(folder, 'nothing') },
    { urls: ['http://127.0.0.1:9/'] },
  );
  await expect(started).rejects.toThrow(/The api ended while it was starting \(spawn .* ENOENT\)/);
});

test("a child's channel closes when its supervisor is gone", async () => {
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}/`;
  const script = server.replace('String(process.pid)', 'String(process.connected)');
  await supervisor.start(child('api', script, { PORT: port, LOG: join(folder, 'stopped') }), { urls: [url] });
  expect(await (await fetch(url)).text()).toBe('true');
});

test('stop ends every child and restarts none', async () => {
  const servers = [await startServer('api'), await startServer('publisher')];
  await supervisor.stop();
  const stopped = readFileSync(join(folder, 'stopped'), 'utf8').trim().split(' ');
  expect(stopped.sort()).toEqual(servers.map(({ port }) => port).sort());
  for (const { pid } of servers) await expect(pid()).rejects.toThrow();
  expect(lines).toEqual([]);
});

test('a child that ignores SIGTERM is killed after the grace period', async () => {
  const port = String(await findFreePort());
  const deaf = `${server} process.removeAllListeners('SIGTERM'); process.on('SIGTERM', () => {});`;
  await supervisor.start(child('api', deaf, { PORT: port }), { urls: [`http://127.0.0.1:${port}/`] });
  await supervisor.stop();
  expect(lines).toEqual(['The api did not stop within 0.5 s and is killed.']);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});
