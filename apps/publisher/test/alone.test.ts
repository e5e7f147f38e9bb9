import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { newestProgram } from '../../../scripts/newest-program.ts';
import { useRunningPublisher } from './running-publisher.ts';

const { api, dataDir, live, start } = useRunningPublisher();

test('an invalid setting ends the process with a sentence', () => {
  const env = { DATA_DIR: dataDir(), PUBLISHER_PORT: 'http', API_URL: 'nowhere' };
  const { status, stderr } = spawnSync(process.execPath, [newestProgram('publisher', 'server.ts')], {
    env,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr.trimEnd().split('\n').sort()).toEqual([
    'API_URL must be a web address such as https://example.org.',
    expect.stringMatching(/^PUBLISHER_PORT must be a whole number.*\.$/),
  ]);
});

test('a publisher ends when its supervisor is gone', async () => {
  const { child, exited } = await start();
  child.disconnect();
  expect(await exited).toEqual([0, null]);
});

test('a second publisher in the same data folder does not start, and the first continues [R11]', async () => {
  const { child } = await start();
  await expect(start()).rejects.toThrow(
    `The data folder ${dataDir()} is in use: another publisher runs in it (process ${child.pid} on `,
  );
  const revision = api().save({ 'hero.title': 'Still running' });
  await api().report('live', (report) => report.revision === revision);
  expect((await live()).revision).toBe(revision);
});
