import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { nodeFlags, parseEnvFile, readSettings, refuseBusyPort } from './settings.mjs';
import { root } from './toolchain.mjs';

const server = createServer();
let busyPort: number;
beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  busyPort = (server.address() as { port: number }).port;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const settings = { port: 0, host: '127.0.0.1', dataDir: '', publisherPort: 0 };

test('a busy port fails with the name of the variable to change', async () => {
  const failure = await refuseBusyPort({ ...settings, port: busyPort }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: `Port ${busyPort} is in use by another program.`,
    advice: expect.stringContaining(`PORT=${busyPort + 1} npm start`),
  });
});

test('an address of another machine fails with the name HOST', async () => {
  const failure = await refuseBusyPort({ ...settings, host: '192.0.2.1' }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ advice: expect.stringContaining('HOST must be an address of this machine') });
});

test('a free port is accepted', async () => {
  await expect(refuseBusyPort({ ...settings, port: 0 })).resolves.toBeUndefined();
});

test('the environment has priority, and a relative data folder is below the root', async () => {
  const read = await readSettings({ PORT: '8080', HOST: '0.0.0.0', DATA_DIR: 'elsewhere', PUBLISHER_PORT: '8081' });
  expect(read).toEqual({ port: 8080, host: '0.0.0.0', dataDir: `${root}elsewhere`, publisherPort: 8081 });
});

test.each(['0', '65536', 'http', '80.5', '-1'])('PORT=%s fails with a sentence', async (port) => {
  await expect(readSettings({ PORT: port })).rejects.toThrow('PORT must be a whole number between 1 and 65535.');
});

test.each(['22', '4190', '6000'])('PORT=%s fails because browsers do not connect to it', async (port) => {
  await expect(readSettings({ PORT: port })).rejects.toThrow(
    `PORT is ${port}, but browsers refuse to connect to that port.`,
  );
});

test('the advice for an invalid PUBLISHER_PORT names that variable', async () => {
  const failure = await readSettings({ PUBLISHER_PORT: '4190' }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ advice: 'Choose another one: PUBLISHER_PORT=3001 npm start' });
});

test.each([{ PORT: '8080', PUBLISHER_PORT: '8080' }, { PUBLISHER_PORT: '3000' }])(
  'the same port for both servers fails: %j',
  async (env) => {
    await expect(readSettings(env)).rejects.toThrow(/^PORT and PUBLISHER_PORT are both \d+\.$/);
  },
);

test('an env file contains names and values, with or without quotes and comments', () => {
  const text = `# comment\nPORT=8080\nexport HOST = 0.0.0.0 # everywhere\nDATA_DIR="/var/lib/with # sign"\nEMPTY=\nMAIL_FROM='A <a@example.org>'\n`;
  expect(parseEnvFile(text)).toEqual({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/var/lib/with # sign',
    EMPTY: '',
    MAIL_FROM: 'A <a@example.org>',
  });
});

test('a program that runs in another folder reads the env file of the root', () => {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, '.env'), 'FROM_ENV_FILE=yes\n');
  const args = [...nodeFlags(folder), '-p', 'process.env.FROM_ENV_FILE'];
  expect(execFileSync(process.execPath, args, { cwd: tmpdir(), encoding: 'utf8' })).toBe('yes\n');
});
