import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdLock } from './process-lock.ts';

let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-lock-'));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Takes the lock as soon as the start file exists, reports the result, and holds the lock until it is stopped. */
const holder = `
  import { existsSync } from 'node:fs';
  import { holdLock } from ${JSON.stringify(new URL('./process-lock.ts', import.meta.url).href)};
  const [folder, gun] = process.argv.slice(1);
  process.once('message', () => process.exit());
  process.send('ready');
  while (gun && !existsSync(gun)) {}
  try {
    holdLock(folder, 'api');
    process.send('locked');
  } catch (error) {
    process.send(error.message);
  }
`;

async function startHolder(gun = ''): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder, folder, gun], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

const outcome = async (child: ChildProcess) => (await once(child, 'message'))[0] as string;
const holderFile = () => join(folder, 'locks', 'api.holder');

test('a second process fails with an error that names the folder and the holder [R11]', async () => {
  const child = await startHolder();
  expect(await outcome(child)).toBe('locked');
  expect(() => holdLock(folder, 'api')).toThrow(
    `The data folder ${folder} is in use: another api runs in it (process ${child.pid} on ${hostname()}).`,
  );
});

test('the lock of a killed process is taken over', async () => {
  const child = await startHolder();
  expect(await outcome(child)).toBe('locked');
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  expect(await outcome(await startHolder())).toBe('locked');
});

test('a name left behind by another version or a killed process does not block the lock', async () => {
  mkdirSync(join(folder, 'locks'));
  symlinkSync(`${process.pid}.00000000-1`, holderFile());
  expect(await outcome(await startHolder())).toBe('locked');
});

const apart = ['--pid', '--fork', '--mount-proc'];
const canUnshare = spawnSync('unshare', [...apart, 'true']).status === 0;

test.skipIf(!canUnshare)('a process in another container, which cannot see the holder, fails [R11]', () => {
  const release = holdLock(folder, 'api');
  const attempt = `
    import { holdLock } from ${JSON.stringify(new URL('./process-lock.ts', import.meta.url).href)};
    try { holdLock(process.argv[1], 'api'); console.log('locked'); } catch (error) { console.log(error.message); }
  `;
  const start = () =>
    spawnSync('unshare', [...apart, process.execPath, '--input-type=module', '-e', attempt, folder], {
      encoding: 'utf8',
    }).stdout;
  expect(start()).toContain(`is in use: another api runs in it (process ${process.pid} on ${hostname()})`);
  release();
  expect(start()).toBe('locked\n');
});

test('a released lock can be taken again', () => {
  holdLock(folder, 'api')();
  const release = holdLock(folder, 'api');
  expect(() => holdLock(folder, 'api')).toThrow('is in use');
  release();
});

test('the lock is released at exit', async () => {
  const child = await startHolder();
  expect(await outcome(child)).toBe('locked');
  const exited = once(child, 'exit');
  child.send('end');
  await exited;
  expect(() => readlinkSync(holderFile())).toThrow('ENOENT');
});

test('exactly one of several processes takes over a dead lock', async () => {
  mkdirSync(join(folder, 'locks'));
  symlinkSync('4194305.gone', holderFile());
  const gun = join(folder, 'gun');
  const racers = await Promise.all(Array.from({ length: 4 }, () => startHolder(gun)));
  const outcomes = racers.map(outcome);
  writeFileSync(gun, '');
  expect((await Promise.all(outcomes)).filter((text) => text === 'locked')).toHaveLength(1);
});
