import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLogOutput } from './log-output.ts';

/** Mounts a file system of a few pages. This requires root. */
function mountSmall(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
    return folder;
  } catch {
    return undefined;
  }
}

test('log lines are lost while the disk is full, and later lines are complete (skipped if tmpfs cannot be mounted)', ({
  skip,
}) => {
  const folder = mountSmall();
  if (!folder) return skip();
  const file = join(folder, 'log');
  const descriptor = openSync(file, 'a');
  onTestFinished(() => closeSync(descriptor));
  const { write } = createLogOutput(descriptor);
  write('first\n');
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(bavail * bsize));
  // The first page of the log still has space: the long line is cut off there.
  write(`${'x'.repeat(10_000)}\n`);
  write('lost\n');
  rmSync(join(folder, 'ballast'));
  write('last\n');
  expect(readFileSync(file, 'utf8')).toBe(`first\n${'x'.repeat(10_000)}\nlast\n`);
});

test('a process continues when the reader of its log has exited', async () => {
  const script = `
    import { createLogOutput } from ${JSON.stringify(new URL('./log-output.ts', import.meta.url).href)};
    const { write } = createLogOutput();
    write('ready\\n');
    process.once('message', () => { write('lost\\n'); process.send('alive', () => process.exit()); });
  `;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  child.stdout?.destroy();
  await once(child.stdout as NodeJS.ReadableStream, 'close');
  child.send('write');
  expect(await once(child, 'message')).toEqual(['alive', undefined]);
  expect(await ended).toEqual([0, null]);
});
