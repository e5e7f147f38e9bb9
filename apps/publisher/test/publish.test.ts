import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentId } from '../src/release/current.ts';
import { readWholeRelease } from '../src/release/inspect.ts';
import { kill, type PublisherProcess, sendHook, startPublisher } from './publisher-process.ts';
import { type StandInApi, startStandInApi } from './stand-in-api.ts';

let dataDir: string;
let releasesDir: string;
let api: StandInApi;
let publisher: PublisherProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'threadline-publisher-'));
  releasesDir = join(dataDir, 'releases');
  api = await startStandInApi(releasesDir);
});
afterEach(async () => {
  if (publisher) await kill(publisher);
  publisher = undefined;
  await api.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('an edit becomes a whole release, is switched to and then seen at the public address', async () => {
  const revision = api.save({ 'hero.title': 'We build teams', 'pages.terms': 'Terms' });
  publisher = await startPublisher({ apiUrl: api.url, dataDir });
  const live = await api.report('live', (report) => report.revision === revision);
  expect(await currentId(releasesDir)).toBe(live.releaseId);
  const manifest = await readWholeRelease(join(releasesDir, 'current'));
  expect(Object.keys(manifest?.files ?? {}).sort()).toEqual([
    '/',
    '/404/',
    '/_astro/style.1a2b3c.css',
    '/favicon.svg',
    '/release.json',
    '/robots.txt',
    '/terms/',
  ]);
  const next = api.save({ 'hero.title': 'We build better teams' });
  expect((await sendHook(publisher.url, next)).status).toBe(202);
  await api.report('live', (report) => report.revision === next);
});
