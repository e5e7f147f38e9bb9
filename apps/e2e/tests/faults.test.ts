import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { killSeed, killTimes, processTree } from '../support/processes.ts';
import { readPage, signIn } from '../support/session.ts';
import { freePort, isHealthy, owner, type Product, startApp, startProduct, until } from '../support/stack.ts';
import { copyFirstData } from '../support/use-product.ts';

interface Manifest {
  files: Record<string, { file: string; sha256: string }>;
}

/** Checks that every file of the release on disk matches its manifest. */
function expectWholeRelease({ dataDir }: Product): void {
  const folder = join(dataDir, 'releases', readlinkSync(join(dataDir, 'releases', 'current')));
  const { files } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  for (const { file, sha256 } of Object.values(files)) {
    const bytes = readFileSync(join(folder, 'public', file));
    expect(createHash('sha256').update(bytes).digest('hex'), file).toBe(sha256);
  }
}

function kill(pid: number | undefined): void {
  if (pid === undefined) throw new Error('There is no such process to kill.');
  process.kill(pid, 'SIGKILL');
}

function isRunning(pid: number): boolean {
  return processTree(pid).length > 0;
}

const kills = killTimes;

test(`the publisher is killed ${kills} times while it publishes: the site is always complete, and the last edit goes live by itself [R4]`, async () => {
  // After several kills the supervisor waits half a minute before each restart.
  test.setTimeout(240_000 * killTimes);
  process.stdout.write(`KILL_SEED=${killSeed}\n`);
  const stack = await startProduct({ DATA_DIR: copyFirstData() });
  const session = await signIn(stack.url);
  for (let round = 0; round < kills; round++) {
    const headline = `Edit before publisher death ${round}.`;
    const victim = stack.pidOf('publisher');
    const saved = session.save('hero', 'title', headline);
    // Each round kills at a different moment: before, during and after the release is written.
    for (let turn = 0; turn < (killSeed % 7) + round * 7; turn++) await new Promise(setImmediate);
    if ((round + killSeed) % 2 === 1) await saved;
    kill(victim);
    await saved;
    expectWholeRelease(stack);
    expect(await readPage(stack.url)).toMatch(/<\/html>\s*$/);
    await until(
      `"${headline}" is live without another save`,
      async () => (await readPage(stack.url)).includes(headline),
      90_000,
    );
    expectWholeRelease(stack);
  }
  expect(await stack.stop()).toBe(0);
});

test(`the API is killed ${kills} times while an edit goes live: nothing acknowledged is lost, and it goes live by itself [R3]`, async () => {
  // After several kills the supervisor waits half a minute before each restart.
  test.setTimeout(240_000 * killTimes);
  process.stdout.write(`KILL_SEED=${killSeed}\n`);
  const stack = await startProduct({ DATA_DIR: copyFirstData() });
  for (let round = 0; round < kills; round++) {
    const session = await signIn(stack.url);
    const headline = `Edit before API death ${round}.`;
    const reply = await session.save('hero', 'title', headline);
    expect(reply.status).toBe(200);
    for (let turn = 0; turn < (killSeed % 5) + round * 5; turn++) await new Promise(setImmediate);
    kill(stack.pidOf('api'));
    await until('the API is back', () => isHealthy(stack.url), 90_000);
    await until(
      `"${headline}" is live without another save`,
      async () => (await readPage(stack.url)).includes(headline),
      90_000,
    );
    expectWholeRelease(stack);
  }
  expect(await stack.stop()).toBe(0);
});

test('a lost webhook loses nothing: the publisher finds the edit by itself', async () => {
  const [port, publisherPort, deadPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const url = `http://localhost:${port}`;
  const dataDir = copyFirstData();
  const api = startApp('api', {
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLISHER_URL: `http://127.0.0.1:${deadPort}`,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  });
  const publisher = startApp('publisher', { PUBLISHER_PORT: String(publisherPort), API_URL: url, DATA_DIR: dataDir });
  await until('the first release is live', () => isHealthy(url));
  const session = await signIn(url);
  expect((await session.save('hero', 'title', 'Found by the poll.')).status).toBe(200);
  await until('the edit is live', async () => (await readPage(url)).includes('Found by the poll.'));
  const { body } = await session.call<{ deliveries: { state: string; lastError: string | null }[] }>(
    '/api/publishing/deliveries',
  );
  expect(body.deliveries[0]).toMatchObject({
    state: 'pending',
    lastError: expect.stringContaining('could not be reached'),
  });
  expect(await Promise.all([publisher.stop(), api.stop()])).toEqual([0, 0]);
});

test('a stopped product leaves no process behind and starts again with all data [R22]', async () => {
  const stack = await startProduct({ DATA_DIR: copyFirstData() });
  const session = await signIn(stack.url);
  await session.save('hero', 'title', 'Kept over a restart.');
  await until('the edit is live', async () => (await readPage(stack.url)).includes('Kept over a restart.'));
  const pids = stack.processes().map(({ pid }) => pid);
  expect(await stack.stop()).toBe(0);
  // The system reaps grandchildren a moment later.
  await until('no process is left', () => pids.every((pid) => !isRunning(pid)), 10_000);
  const again = await startProduct({ DATA_DIR: stack.dataDir });
  expect(await readPage(again.url)).toContain('Kept over a restart.');
  await again.stop();
});
