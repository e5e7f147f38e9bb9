import { type FSWatcher, watch } from 'node:fs';
import { expect, test } from 'vitest';
import { createRandom, killSeed, killTimes } from './config.ts';
import { kill, type PublisherProcess, sendHook } from './publisher-process.ts';
import { useRunningPublisher } from './running-publisher.ts';

const random = createRandom(killSeed);
const { api, live, releasesDir, start } = useRunningPublisher();

/** Resolves when a matching name appears in the releases folder. */
function appearance(name: RegExp): Promise<void> {
  let watcher: FSWatcher | undefined;
  return new Promise<void>((done) => {
    watcher = watch(releasesDir(), (_event, file) => {
      if (file && name.test(file)) done();
    });
  }).finally(() => watcher?.close());
}

/** Waits for a delay that is not rounded to milliseconds. */
async function wait(ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until) await new Promise(setImmediate);
}

/** Named moments of a round, and random ones; each ends with a kill. */
const moments: [string, () => Promise<unknown>][] = [
  ['as it starts', async () => {}],
  ['as it requests the target', () => api().nextCall('/api/internal/target-revision')],
  ['as it requests the snapshot', () => api().nextCall('/api/internal/snapshot')],
  ['as it begins to publish', () => api().report('publishing', (report) => report.revision === api().revision())],
  ['as the first file is written', () => appearance(/^\.tmp-/)],
  ['as the release gets its name', () => appearance(/^\d{6}-/)],
  ['as current is replaced', () => appearance(/^current$/)],
  ['as it reports the activation', () => api().report('activated', (report) => report.revision === api().revision())],
  ...Array.from({ length: 4 * killTimes }, (): [string, () => Promise<unknown>] => {
    const ms = random() * 60;
    const begin = () => api().report('publishing', (report) => report.revision === api().revision());
    return [`${ms.toFixed(1)} ms into publishing`, () => begin().then(() => wait(ms))];
  }),
];

test(`killed at ${moments.length} moments of publishing (KILL_SEED=${killSeed}), the site is always complete and the last edit is published automatically [R4]`, {
  timeout: 480_000 * killTimes,
}, async () => {
  api().save({ 'hero.title': 'Before', ...pages(0) });
  let publisher: PublisherProcess = await start();
  await api().report('live');
  for (const [index, [name, moment]] of moments.entries()) {
    const before = await live();
    const reached = moment();
    const revision = api().save({ 'hero.title': `Edit ${index}`, ...pages(index) });
    if (index > 0) await sendHook(publisher.url, revision);
    await reached;
    await kill(publisher);
    expect([before.revision, revision], name).toContain((await live()).revision);
    // No webhook is sent: the new process has to find the change itself.
    publisher = await start();
    await api().report('live', (report) => report.revision === revision);
    expect((await live()).revision, name).toBe(revision);
  }
});

/** Many files, so that a kill finds some of them written. */
function pages(edit: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: 20 }, (_, page) => [`pages.page-${page}`, `Page ${page}, edit ${edit}`]),
  );
}

test('publishing completes after repeated kills [R4]', async () => {
  const revision = api().save({ 'hero.title': 'Home', ...pages(1) });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const asked = api().nextCall('/api/internal/snapshot');
    const publisher = await start();
    await asked;
    await wait(random() * 30);
    await kill(publisher);
  }
  await start();
  await api().report('live', (report) => report.revision === revision);
  expect((await live()).revision).toBe(revision);
});
