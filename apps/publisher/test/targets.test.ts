import { join } from 'node:path';
import { openObjectStore } from '@threadline/object-store/object-store';
import { parseStoreUrl } from '@threadline/object-store/store-url';
import { SupersededError } from '@threadline/publish-targets/publish-target';
import { createStoreTarget } from '@threadline/publish-targets/store-target';
import { expect, inject, test } from 'vitest';
import { startFaultProxy } from '../../../packages/object-store/test/fault-proxy.ts';
import { createTestBucket } from '../../../packages/object-store/test/test-bucket.ts';
import { readManifest } from '../src/release/release-files.ts';
import { createRandom, killSeed, killTimes } from './config.ts';
import { readShownRelease, serveStore } from './edge-reader.ts';
import { kill } from './publisher-process.ts';
import { useRunningPublisher } from './running-publisher.ts';

const { api, live, releasesDir, start } = useRunningPublisher();
const testWithStore = test.skipIf(inject('objectStore') === '');
const never = new AbortController().signal;

/** Creates a bucket and the address of its visitors. `env` makes a publisher deliver to it. */
async function createEdge({ required = true, url = '' } = {}) {
  const bucket = url || (await createTestBucket('/site'));
  const store = openObjectStore(parseStoreUrl(bucket));
  const visibleAt = await serveStore(store);
  const targets = [{ name: 'edge', kind: 'store', url: bucket, visibleAt, required }];
  return { bucket, store, visibleAt, env: { PUBLISH_TARGETS: JSON.stringify(targets) } };
}

async function readRelease(id: string) {
  const manifest = await readManifest(join(releasesDir(), id));
  if (!manifest) throw new Error(`The release ${id} is not on disk.`);
  return { manifest, publicDir: join(releasesDir(), id, 'public') };
}

testWithStore('a release is delivered as a whole, and is live once the target shows it', async () => {
  const { env, store } = await createEdge();
  const revision = api().save({ 'hero.title': 'We build teams' });
  await start(env);
  const { releaseId } = await api().report('live', (report) => report.revision === revision);
  expect(await readShownRelease(store)).toMatchObject({
    id: releaseId,
    files: expect.objectContaining({ '/': expect.any(String) }),
  });
  const states = api().targetStates.map(([target]) => target?.phase);
  expect([...new Set(states)]).toEqual(['queued', 'uploading', 'activating', 'verifying', 'live']);
  expect(api().targetStates.at(-1)).toMatchObject([{ name: 'edge', release: releaseId, problem: null }]);
});

testWithStore('a small edit sends only what has changed, and content that returns sends nothing', async () => {
  const { env, store } = await createEdge();
  api().save({ 'hero.title': 'First', 'pages.terms': 'Terms' });
  const publisher = await start(env);
  const first = await api().report('live');
  const count = async () => {
    let blobs = 0;
    for await (const _ of store.list('blobs/')) blobs += 1;
    return blobs;
  };
  const before = await count();
  const revision = api().save({ 'hero.title': 'Second' });
  await api().report('live', (report) => report.revision === revision);
  // The page and the release mark, with the Brotli copy of the page.
  expect((await count()) - before).toBeLessThanOrEqual(4);
  const between = await count();
  api().state.pinnedRelease = first.releaseId;
  await api().report('live', (report) => report.releaseId === first.releaseId, { after: api().reports.length });
  expect([await count(), (await readShownRelease(store))?.id]).toEqual([between, first.releaseId]);
  await kill(publisher);
});

testWithStore(
  'after kills at random moments of a delivery the target always shows a complete release',
  { timeout: 60_000 * killTimes },
  async () => {
    const { env, store } = await createEdge();
    const random = createRandom(killSeed);
    for (let round = 0; round < 6 * killTimes; round += 1) {
      const revision = api().save({ 'hero.title': `Round ${round}`, 'pages.terms': `Terms ${round}` });
      const publisher = await start(env);
      // The number of reports after which it is killed: before, during or after an upload.
      const reports = api().targetStates.length + Math.floor(random() * 5);
      await api().report('activated', (report) => report.revision === revision);
      while (api().targetStates.length < reports) await api().nextCall('/api/internal/targets');
      await kill(publisher);
      await readShownRelease(store);
    }
    await start(env);
    const last = await api().report('live', ({ revision }) => revision === api().revision());
    expect((await readShownRelease(store))?.id, `KILL_SEED=${killSeed}`).toBe(last.releaseId);
  },
);

testWithStore('of two publishers, the newest decision wins and the target never goes back', async () => {
  const { store } = await createEdge();
  for (const title of ['One', 'Two', 'Three']) {
    const revision = api().save({ 'hero.title': title });
    const publisher = await start();
    await api().report('live', (report) => report.revision === revision);
    await kill(publisher);
  }
  const ids = api().reports.flatMap((report) => (report.state === 'live' ? [report.releaseId] : []));
  const releases = await Promise.all(ids.map(readRelease));
  const outcomes = await Promise.allSettled(
    releases.map(async (release, index) => {
      const target = createStoreTarget(store);
      await target.upload(release, 1, never);
      await target.activate(release, 1000 + index, never);
    }),
  );
  expect(outcomes.at(-1)?.status).toBe('fulfilled');
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(SupersededError);
  expect((await readShownRelease(store))?.id).toBe(ids.at(-1));
  const [oldest] = releases;
  if (!oldest) throw new Error('There is no release.');
  await expect(createStoreTarget(store).activate(oldest, 999, never)).rejects.toBeInstanceOf(SupersededError);
});

testWithStore('old files are removed, but nothing that a recent release needs', async () => {
  const { store } = await createEdge();
  const target = createStoreTarget(store, { keepMs: -60_000 });
  const ids: string[] = [];
  const publisher = await start({ KEEP_RELEASES: '20' });
  for (let index = 0; index < 12; index += 1) {
    const revision = api().save({ 'hero.title': `Title ${index}` });
    const { releaseId } = await api().report('live', (report) => report.revision === revision);
    ids.push(releaseId);
    const release = await readRelease(releaseId);
    await target.upload(release, 1, never);
    await target.activate(release, index, never);
  }
  await kill(publisher);
  expect(await target.prune(never)).toBeGreaterThan(2);
  expect((await readShownRelease(store))?.id).toBe(ids.at(-1));
  const manifests: string[] = [];
  for await (const { key } of store.list('manifests/')) manifests.push(key);
  // The visible release, and the one before it.
  expect(manifests).toEqual(ids.slice(-2).map((id) => `manifests/${id}.json`));
  // A file that was removed is sent again when a release needs it.
  const [first = ''] = ids;
  await target.upload(await readRelease(first), 1, never);
  await target.activate(await readRelease(first), 99, never);
  expect((await readShownRelease(store))?.id).toBe(first);
});

testWithStore('a target that is down delays nothing else, and catches up by itself', async () => {
  const bucket = await createTestBucket('/site');
  const proxy = await startFaultProxy(bucket);
  proxy.setAnswer((_request, reply) => reply.writeHead(503, { 'retry-after': '0' }).end());
  const { env, store } = await createEdge({ url: proxy.url, required: false });
  const revision = api().save({ 'hero.title': 'We build teams' });
  await start(env);
  const { releaseId } = await api().report('live', (report) => report.revision === revision);
  const failed = await api().targetState(({ phase }) => phase === 'failed');
  expect(failed.problem).toMatch(/^The store \S+ at 127\.0\.0\.1:\d+ answered with 503\.$/);
  expect(failed.retryAt).not.toBeNull();
  proxy.setAnswer(undefined);
  await api().targetState(({ phase, release }) => phase === 'live' && release === releaseId);
  expect((await readShownRelease(store))?.id).toBe(releaseId);
});

testWithStore('a refused key is reported without secrets, and the next release tries again', async () => {
  const bucket = await createTestBucket();
  const { env } = await createEdge({ url: bucket.replace(/:[^:@]*@/, ':wrong-secret@'), required: false });
  api().save({ 'hero.title': 'We build teams' });
  const publisher = await start(env);
  const { problem } = await api().targetState(({ phase }) => phase === 'failed');
  expect(problem).toMatch(/^The store \S+ at 127\.0\.0\.1:\d+ refuses the access key \(SignatureDoesNotMatch\)\.$/);
  const after = api().targetStates.length;
  const revision = api().save({ 'hero.title': 'Second' });
  const { releaseId } = await api().report('live', (report) => report.revision === revision);
  await api().targetState(({ phase, release }) => phase === 'failed' && release === releaseId, { after });
  expect(JSON.stringify(publisher.log)).not.toMatch(/wrong-secret|test-key/);
  expect((await live()).revision).toBe(revision);
});

testWithStore('a required target that does not show the release keeps it from being live', async () => {
  const bucket = await createTestBucket();
  const targets = [
    {
      name: 'edge',
      kind: 'store',
      url: bucket,
      visibleAt: 'http://127.0.0.1:9',
      required: true,
    },
  ];
  api().save({ 'hero.title': 'We build teams' });
  await start({ PUBLISH_TARGETS: JSON.stringify(targets), LIVE_TIMEOUT_MS: '300' });
  const { detail } = await api().report('unverified');
  expect(detail).toBe('The target edge does not show the release.');
  expect((await api().targetState(({ phase }) => phase === 'unverified')).problem).toMatch(
    /fetch failed|ECONNREFUSED|bad port/,
  );
});
