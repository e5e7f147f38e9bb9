import { readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kill, sendHook } from './publisher-process.ts';
import { useRunningPublisher } from './running-publisher.ts';

const { api, dataDir, live, releasesDir, start } = useRunningPublisher();

/** Publishes something good first. @returns its release */
async function startWithLiveSite(env: Record<string, string> = {}) {
  const good = api().save({ 'hero.title': 'Good', 'pages.terms': 'Terms' });
  const publisher = await start(env);
  const { releaseId } = await api().report('live', (report) => report.revision === good);
  return { publisher, releaseId };
}

test('content that the page refuses is reported with its field, and what is live stays', async () => {
  const { releaseId } = await startWithLiveSite();
  const bad = api().save({ 'fault.mode': 'content' });
  const { faults } = await api().report('failed', (report) => report.revision === bad);
  expect(faults).toEqual([{ section: 'hero', key: 'title', pointer: '/text', detail: 'Write something here.' }]);
  expect((await live()).id).toBe(releaseId);
  const good = api().save({ 'fault.mode': undefined });
  await api().report('live', (report) => report.revision === good);
});

test.each([
  ['a link to a page that does not exist', { 'hero.link': '/pricing/' }, '/pricing/ leads nowhere.'],
  [
    'an anchor that does not exist',
    { 'hero.link': '/terms/#none' },
    '/terms/#none leads to a place that does not exist on /terms/.',
  ],
  [
    'a link that is a script',
    { 'hero.link': 'javascript:alert(1)' },
    'javascript:alert(1) in <a href> must not be linked to.',
  ],
])('%s is reported with its field, and what is live stays', async (_case, change, detail) => {
  const { releaseId } = await startWithLiveSite();
  const bad = api().save(change);
  const { faults } = await api().report('failed', (report) => report.revision === bad);
  expect(faults).toEqual([{ detail, path: '/', section: 'hero', key: 'link', pointer: '' }]);
  expect((await live()).id).toBe(releaseId);
});

test('a picture that the library does not have is reported with its field', async () => {
  const { releaseId } = await startWithLiveSite();
  const picture = `/media/${'0b'.repeat(16)}-480.webp`;
  const bad = api().save({ 'hero.picture': picture });
  const { faults } = await api().report('failed', (report) => report.revision === bad);
  expect(faults).toEqual([
    { detail: `The picture ${picture} is not in Image Management.`, section: 'hero', key: 'picture', pointer: '' },
  ]);
  expect((await live()).id).toBe(releaseId);
});

test('content that fails is not tried again until it changes', async () => {
  await startWithLiveSite();
  const bad = api().save({ 'fault.mode': 'throw' });
  await api().report('failed', (report) => report.revision === bad);
  const { snapshot, desired } = api().calls;
  while (api().calls.desired < desired + 5) await api().nextCall('/api/internal/desired');
  expect(api().calls.snapshot).toBe(snapshot);
  expect(api().reports.filter(({ state }) => state === 'failed')).toHaveLength(1);
});

test.each(['crash', 'exit', 'loop', 'memory'])(
  'R4 a renderer that ends by %s is reported and tried again; the process lives on',
  async (mode) => {
    const { publisher, releaseId } = await startWithLiveSite({ RENDER_TIMEOUT_MS: mode === 'loop' ? '1000' : '20000' });
    const bad = api().save({ 'fault.mode': mode });
    const { length } = api().reports;
    const { faults } = await api().report('failed', (report) => report.revision === bad);
    expect(faults[0]?.detail).toMatch(/^(The renderer stopped|Rendering took longer)/);
    expect((await live()).id).toBe(releaseId);
    expect((await fetch(`${publisher.url}/livez`)).status).toBe(200);
    const afterFirst = api().reports.findIndex(({ state }, index) => index >= length && state === 'failed') + 1;
    await api().report('failed', (report) => report.revision === bad, { after: afterFirst });
    const good = api().save({ 'fault.mode': undefined });
    await sendHook(publisher.url, good);
    await api().report('live', (report) => report.revision === good);
  },
);

test('an API that is away for a while is waited for', async () => {
  const { publisher } = await startWithLiveSite();
  api().state.isDown = true;
  const revision = api().save({ 'hero.title': 'Saved before the API went away' });
  expect((await sendHook(publisher.url, revision)).status).toBe(202);
  await api().nextCall('/api/internal/desired');
  api().state.isDown = false;
  await api().report('live', (report) => report.revision === revision);
});

test('a report that got lost is sent again', async () => {
  api().state.refusedReports = 2;
  const revision = api().save({ 'hero.title': 'Home' });
  await start();
  await api().report('live', (report) => report.revision === revision);
  expect(api().state.refusedReports).toBe(0);
});

test('a disk that cannot be written is reported and tried again', async () => {
  const { publisher, releaseId } = await startWithLiveSite();
  // The image cache cannot be made where a file is in its way.
  const obstacle = join(dataDir(), 'publisher', 'media');
  writeFileSync(obstacle, '');
  const picture = `/media/${'0c'.repeat(16)}-480.webp`;
  api().media.set(picture, Buffer.from('image'));
  const revision = api().save({ 'hero.picture': picture });
  await api().report('failed', (report) => report.revision === revision);
  expect((await live()).id).toBe(releaseId);
  rmSync(obstacle);
  await sendHook(publisher.url, revision);
  await api().report('live', (report) => report.revision === revision);
});

test('R29 a live release that lost a file is made whole again at the next start', async () => {
  const { publisher, releaseId } = await startWithLiveSite();
  await kill(publisher);
  truncateSync(join(releasesDir(), releaseId, 'public', 'index.html'), 10);
  const { length } = api().reports;
  await start();
  await api().report('live', undefined, { after: length });
  expect((await live()).id).toBe(releaseId);
});

test('R27 a rollback shows the older release at once, and edits wait until it ends', async () => {
  const { publisher, releaseId: older } = await startWithLiveSite();
  const newer = api().save({ 'hero.title': 'Newer' });
  await api().report('live', (report) => report.revision === newer);
  api().state.heldRelease = older;
  await sendHook(publisher.url, newer);
  const { length } = api().reports;
  await api().report('live', (report) => report.releaseId === older, { after: length });
  expect((await live()).id).toBe(older);

  const waiting = api().save({ 'hero.title': 'Edited during the hold' });
  const { snapshot, desired } = api().calls;
  while (api().calls.desired < desired + 3) await api().nextCall('/api/internal/desired');
  expect(api().calls.snapshot).toBe(snapshot);

  api().state.heldRelease = null;
  await api().report('live', (report) => report.revision === waiting);
  expect((await live()).revision).toBe(waiting);
});

test('a hold survives a restart', async () => {
  const { publisher, releaseId: older } = await startWithLiveSite();
  const newer = api().save({ 'hero.title': 'Newer' });
  await api().report('live', (report) => report.revision === newer);
  await kill(publisher);
  api().state.heldRelease = older;
  const { length } = api().reports;
  await start();
  await api().report('live', (report) => report.releaseId === older, { after: length });
  expect((await live()).id).toBe(older);
});

test('a rollback to a release that is gone is refused in words, and what is live stays', async () => {
  const { releaseId } = await startWithLiveSite();
  api().state.heldRelease = '000001-00000000';
  const { faults, revision } = await api().report('failed');
  expect(revision).toBe(1);
  expect(faults[0]?.detail).toBe('Release 000001-00000000 is not kept any more, or its files are damaged.');
  expect((await live()).id).toBe(releaseId);
});

test('after a rollback that failed, each further wish is acted on and reported afresh', async () => {
  const { releaseId: older } = await startWithLiveSite();
  const newer = api().save({ 'hero.title': 'Newer' });
  const { releaseId } = await api().report('live', (report) => report.revision === newer);
  const page = join(releasesDir(), older, 'public', 'index.html');
  renameSync(page, `${page}.gone`);
  api().state.heldRelease = older;
  await api().report('failed');
  expect((await live()).id).toBe(releaseId);

  renameSync(`${page}.gone`, page);
  api().state.repeats += 1;
  await api().report('live', (report) => report.releaseId === older, { after: api().reports.length });

  api().state.heldRelease = null;
  await api().report('live', (report) => report.releaseId === releaseId, { after: api().reports.length });
  expect((await live()).id).toBe(releaseId);
});

test('nothing unfinished is left in the releases folder', async () => {
  const { publisher } = await startWithLiveSite();
  for (const mode of ['throw', undefined, 'content', undefined]) {
    const revision = api().save({ 'fault.mode': mode });
    await sendHook(publisher.url, revision);
    await Promise.race([
      api().report('live', (report) => report.revision === revision),
      api().report('failed', (report) => report.revision === revision),
    ]);
  }
  expect(readdirSync(releasesDir()).filter((name) => name.startsWith('.'))).toEqual([]);
});
