import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkOrCopy, replaceFile, writeNewFile } from './durable-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'durable-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a new file has its mode and time, and an existing file is never overwritten', async () => {
  const file = join(folder, 'one');
  await writeNewFile(file, 'first', { mode: 0o600, mtimeS: 1_700_000_000 });
  const { mode, mtimeMs } = statSync(file);
  expect([mode & 0o777, mtimeMs]).toEqual([0o600, 1_700_000_000_000]);
  await expect(writeNewFile(file, 'second')).rejects.toThrow('EEXIST');
  expect(readFileSync(file, 'utf8')).toBe('first');
});

test('replacing a file leaves no temporary file, also if it fails', async () => {
  const file = join(folder, 'one');
  await replaceFile(file, 'first');
  await replaceFile(file, 'second');
  await expect(replaceFile(folder, 'third')).rejects.toThrow();
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['second', ['one']]);
});

test('a linked file shares the content, and an existing target is an error', async () => {
  const [source, target] = [join(folder, 'one'), join(folder, 'two')];
  writeFileSync(source, 'content');
  await linkOrCopy(source, target);
  expect(statSync(source).ino).toBe(statSync(target).ino);
  await expect(linkOrCopy(source, target)).rejects.toThrow('EEXIST');
});
