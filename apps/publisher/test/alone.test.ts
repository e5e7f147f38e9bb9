import { expect, test } from 'vitest';
import { useRunningPublisher } from './running-publisher.ts';

const { api, dataDir, live, start } = useRunningPublisher();

test('a publisher ends when its supervisor is gone', async () => {
  const { child, exited } = await start();
  child.disconnect();
  expect(await exited).toEqual([0, null]);
});

test('a second publisher in the same data folder refuses to start, and the first goes on', async () => {
  const { child } = await start();
  await expect(start()).rejects.toThrow(
    `The data folder ${dataDir()} is in use: another publisher works in it (process ${child.pid} on `,
  );
  const revision = api().save({ 'hero.title': 'Still at work' });
  await api().report('live', (report) => report.revision === revision);
  expect((await live()).revision).toBe(revision);
});
