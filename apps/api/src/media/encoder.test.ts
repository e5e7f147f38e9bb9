import { execFileSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { imageFile, picture } from '../../test/image-fixture.ts';
import { createEncoder } from './encoder.ts';

/** The running encoder processes that this test process has started. */
function encoderProcesses(): number[] {
  const table = execFileSync('ps', ['-eo', 'ppid=,pid=,args=']).toString();
  return table
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => Number(match?.[1]) === process.pid && match?.[3]?.includes('encoder-process'))
    .map((match) => Number(match?.[2]));
}

test('an idle encoder process ends and is started again for the next image', async () => {
  const encode = createEncoder({ idleMs: 0 });
  const { path } = imageFile(await picture());
  const first = await encode({ path, edit: null });
  await vi.waitUntil(() => encoderProcesses().length === 0, { timeout: 10_000 });
  expect(await encode({ path, edit: null })).toEqual(first);
});

test('consecutive images share a process', async () => {
  const encode = createEncoder();
  await encode({ path: imageFile(await picture()).path, edit: null });
  const [first] = encoderProcesses();
  await encode({ path: imageFile(await picture({ colour: 'red' })).path, edit: null });
  expect(encoderProcesses()).toEqual([first]);
});

test('an image that takes too long or crashes the decoder is refused, and the next image is accepted', async () => {
  const { path } = imageFile(await picture());
  const hasty = createEncoder({ timeoutMs: 0 });
  await expect(hasty({ path, edit: null })).rejects.toMatchObject({
    code: 'validation-failed',
    message: 'This image takes too long to process.',
  });
  const encode = createEncoder();
  const killed = encode({ path, edit: null });
  const [, ...pids] = [0, ...encoderProcesses()];
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await expect(killed).rejects.toMatchObject({ message: 'This image could not be processed.' });
  expect((await encode({ path, edit: null })).width).toBe(32);
});
