import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrCreateSecret } from './secret-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const never = () => {
  throw new Error('create must not be called');
};

test('a secret is created once and then read', () => {
  const file = join(folder, 'data', 'keys', 'signing');
  expect(readOrCreateSecret(file, () => 'first')).toBe('first');
  expect(readOrCreateSecret(file, never)).toBe('first');
});

test.skipIf(process.platform === 'win32')('only the owner can read the file and the folder created for it', () => {
  const file = join(folder, 'data', 'keys', 'signing');
  readOrCreateSecret(file, () => 'first');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'data', 'keys')).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'data')).mode & 0o077).not.toBe(0);
});

test.skipIf(process.platform === 'win32')('an existing folder keeps its mode', () => {
  const keys = join(folder, 'keys');
  mkdirSync(keys);
  chmodSync(keys, 0o750);
  readOrCreateSecret(join(keys, 'signing'), () => 'first');
  expect(statSync(keys).mode & 0o777).toBe(0o750);
});

test('no temporary file is left behind', () => {
  readOrCreateSecret(join(folder, 'signing'), () => 'first');
  expect(readdirSync(folder)).toEqual(['signing']);
});

test('a trailing newline is not part of the secret', () => {
  const file = join(folder, 'signing');
  writeFileSync(file, 'by hand\n');
  expect(readOrCreateSecret(file, never)).toBe('by hand');
});

test('an empty file is rejected and left unchanged', () => {
  const file = join(folder, 'signing');
  writeFileSync(file, '\n');
  expect(() => readOrCreateSecret(file, never)).toThrow(/is empty/);
  expect(readFileSync(file, 'utf8')).toBe('\n');
});

test('a file that cannot be written is an error', () => {
  writeFileSync(join(folder, 'keys'), 'a file where a folder should be');
  expect(() => readOrCreateSecret(join(folder, 'keys', 'signing'), () => 'first')).toThrow();
});

/** Waits for the start file, so that both processes reach the secret files at the same moment. */
const racer = `
  import { existsSync } from 'node:fs';
  import { readOrCreateSecret } from ${JSON.stringify(new URL('./secret-file.ts', import.meta.url).href)};
  const [gun, ...files] = process.argv.slice(1);
  process.send('ready');
  while (!existsSync(gun)) {}
  process.send(files.map((file) => readOrCreateSecret(file, () => process.pid + file)), () => process.disconnect());
`;

test('two processes that race for the same new files agree on every secret', async () => {
  const gun = join(folder, 'gun');
  const files = Array.from({ length: 50 }, (_, index) => join(folder, `keys-${index}`, 'signing'));
  const racers = [gun, gun].map(() => startRacer([gun, ...files]));
  await Promise.all(racers.map(nextMessage));
  const secrets = racers.map(nextMessage);
  writeFileSync(gun, '');
  const [first, second] = await Promise.all(secrets);
  expect(first).toEqual(second);
  expect(first).toEqual(files.map((file) => readOrCreateSecret(file, never)));
});

function startRacer(args: string[]): ChildProcess {
  const flags = ['--input-type=module', '-e', racer];
  return spawn(process.execPath, [...flags, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the racer ended with ${code}`)));
  });
}
