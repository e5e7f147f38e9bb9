import {
  chmodSync,
  cpSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kill, sendHook } from './publisher-process.ts';
import { useRunningPublisher } from './running-publisher.ts';

const { api, dataDir, live, releasesDir, start } = useRunningPublisher();

/** Publishes valid content first. @returns its release */
async function startWithLiveSite(env: Record<string, string> = {}) {
  const good = api().save({ 'hero.title': 'Good', 'pages.terms': 'Terms' });
  const publisher = await start(env);
  const { releaseId } = await api().report('live', (report) => report.revision === good);
  return { publisher, releaseId };
}

test('content that the page rejects is reported with its field, and the live release stays', async () => {
  const { releaseId } = await startWithLiveSite();
  const bad = api().save({ 'fault.mode': 'content' });
  const { faults } = await api().report('failed', (report) => report.revision === bad);
  expect(faults).toEqual([{ section: 'hero', key: 'title', pointer: '/text', detail: 'This field cannot be empty.' }]);
  expect((await live()).id).toBe(releaseId);
  const good = api().save({ 'fault.mode': undefined });
  await api().report('live', (report) => report.revision === good);
});

test.each([
  ['a link to a page that does not exist', { 'hero.link': '/pricing/' }, '/pricing/ leads nowhere.'],
  [
    'an anchor that does not exist',
    { 'hero.link': '/terms/#none' },
    '/terms/#none leads to a section that does not exist on /terms/.',
  ],
  [
    'a link that is a script',
    { 'hero.link': 'javascript:alert(1)' },
    'javascript:alert(1) in <a href> must not be linked to.',
  ],
])('%s is reported with its field, and the live release stays', async (_case, change, detail) => {
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
    { detail: `The image ${picture} is not in Image Management.`, section: 'hero', key: 'picture', pointer: '' },
  ]);
  expect((await live()).id).toBe(releaseId);
});

test('failed content is not retried until it changes', async () => {
  await startWithLiveSite();
  const bad = api().save({ 'fault.mode': 'throw' });
  await api().report('failed', (report) => report.revision === bad);
  const { snapshot, target } = api().calls;
  while (api().calls.target < target + 5) await api().nextCall('/api/internal/target-revision');
  expect(api().calls.snapshot).toBe(snapshot);
  expect(api().reports.filter(({ state }) => state === 'failed')).toHaveLength(1);
});

test.each(['crash', 'exit', 'loop', 'memory'])(
  'a renderer that ends by %s is reported and retried; the process survives [R4]',
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

test('the publisher waits for an API that is down for a while', async () => {
  const { publisher } = await startWithLiveSite();
  api().state.isDown = true;
  const revision = api().save({ 'hero.title': 'Saved before the API went away' });
  expect((await sendHook(publisher.url, revision)).status).toBe(202);
  await api().nextCall('/api/internal/target-revision');
  api().state.isDown = false;
  await api().report('live', (report) => report.revision === revision);
});

test('a lost report is sent again', async () => {
  api().state.refusedReports = 2;
  const revision = api().save({ 'hero.title': 'Home' });
  await start();
  await api().report('live', (report) => report.revision === revision);
  expect(api().state.refusedReports).toBe(0);
});

test('a disk that cannot be written is reported and retried', async () => {
  const { publisher, releaseId } = await startWithLiveSite();
  // The image cache cannot be created while a file has its name.
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

const inRelease = (id: string, file: string) => join(releasesDir(), id, file);

/** Changes one byte and keeps the size. Released files are read-only. */
function flipByte(file: string): void {
  const body = readFileSync(file);
  body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 1;
  chmodSync(file, 0o644);
  writeFileSync(file, body);
}

test.each<[string, (id: string) => void]>([
  ['lost a page', (id) => rmSync(inRelease(id, 'public/index.html'))],
  ['has a truncated page', (id) => truncateSync(inRelease(id, 'public/index.html'), 10)],
  ['has a page with one changed bit', (id) => flipByte(inRelease(id, 'public/index.html'))],
  ['has a damaged brotli copy', (id) => flipByte(inRelease(id, 'public/index.html.br'))],
  ['has a damaged file that all releases share', (id) => flipByte(inRelease(id, 'public/favicon.svg'))],
  ['has a manifest that cannot be read', (id) => truncateSync(inRelease(id, 'manifest.json'), 40)],
  ['is gone', (id) => rmSync(join(releasesDir(), id), { recursive: true })],
  ['has no link to it', () => rmSync(join(releasesDir(), 'current'))],
  [
    'has a folder in place of the link',
    (id) => {
      rmSync(join(releasesDir(), 'current'));
      cpSync(join(releasesDir(), id), join(releasesDir(), 'current'), { recursive: true });
    },
  ],
  ['was removed with all others', () => rmSync(releasesDir(), { recursive: true })],
])('a live release that %s is restored at the next start [R29]', async (_case, damage) => {
  const { publisher, releaseId } = await startWithLiveSite();
  await kill(publisher);
  damage(releaseId);
  const { length } = api().reports;
  await start();
  await api().report('live', undefined, { after: length });
  expect((await live()).id).toBe(releaseId);
});

test('while the damaged live release cannot be rendered again, the newest intact one is current', async () => {
  const { publisher, releaseId: older } = await startWithLiveSite();
  const newer = api().save({ 'hero.title': 'Newer' });
  const { releaseId } = await api().report('live', (report) => report.revision === newer);
  await kill(publisher);
  flipByte(inRelease(releaseId, 'public/index.html'));
  api().state.isDown = true;
  const again = await start();
  const isNoted = () => again.log.some(({ msg, release }) => release === releaseId && /damaged/.test(String(msg)));
  await expect.poll(isNoted, { timeout: 20_000 }).toBe(true);
  expect((await live()).id).toBe(older);
  expect(readdirSync(releasesDir())).toContain(`.damaged-${releaseId}`);
  api().state.isDown = false;
  const { length } = api().reports;
  await api().report('live', undefined, { after: length });
  expect((await live()).id).toBe(releaseId);
});

test('a live release that cannot be read is reported and kept, and used again when it can be read', async () => {
  const { publisher, releaseId } = await startWithLiveSite();
  await kill(publisher);
  const file = inRelease(releaseId, 'public/index.html');
  const content = readFileSync(file);
  rmSync(file);
  // A link to itself: root cannot read it either.
  symlinkSync(file, file);
  const { length } = api().reports;
  await start();
  const { faults } = await api().report('failed', undefined, { after: length });
  expect(faults).toEqual([{ detail: `The release file ${file} cannot be read (ELOOP).` }]);
  expect(readlinkSync(join(releasesDir(), 'current'))).toBe(releaseId);
  rmSync(file);
  writeFileSync(file, content);
  await api().report('live', undefined, { after: length });
  expect((await live()).id).toBe(releaseId);
});

test('a rollback shows the older release at once, and edits wait until it ends [R27]', async () => {
  const { publisher, releaseId: older } = await startWithLiveSite();
  const newer = api().save({ 'hero.title': 'Newer' });
  await api().report('live', (report) => report.revision === newer);
  api().state.pinnedRelease = older;
  await sendHook(publisher.url, newer);
  const { length } = api().reports;
  await api().report('live', (report) => report.releaseId === older, { after: length });
  expect((await live()).id).toBe(older);

  const pending = api().save({ 'hero.title': 'Edited during the rollback' });
  const { snapshot, target } = api().calls;
  while (api().calls.target < target + 3) await api().nextCall('/api/internal/target-revision');
  expect(api().calls.snapshot).toBe(snapshot);

  api().state.pinnedRelease = null;
  await api().report('live', (report) => report.revision === pending);
  expect((await live()).revision).toBe(pending);
});

test('a rollback survives a restart', async () => {
  const { publisher, releaseId: older } = await startWithLiveSite();
  const newer = api().save({ 'hero.title': 'Newer' });
  await api().report('live', (report) => report.revision === newer);
  await kill(publisher);
  api().state.pinnedRelease = older;
  const { length } = api().reports;
  await start();
  await api().report('live', (report) => report.releaseId === older, { after: length });
  expect((await live()).id).toBe(older);
});

test('a missing pinned release is rendered again from its revision', async () => {
  const { releaseId: older } = await startWithLiveSite();
  const newer = api().save({ 'hero.title': 'Newer' });
  await api().report('live', (report) => report.revision === newer);
  rmSync(join(releasesDir(), older), { recursive: true });
  api().state.pinnedRelease = older;
  await api().report('live', (report) => report.releaseId === older, { after: api().reports.length });
  expect((await live()).id).toBe(older);
});

test('after a failed rollback, each further target is reached and reported', async () => {
  const picture = `/media/${'0b'.repeat(16)}-480.webp`;
  api().media.set(picture, Buffer.from('a picture'));
  const pictured = api().save({ 'hero.title': 'Good', 'pages.terms': 'Terms', 'hero.picture': picture });
  const publisher = await start();
  const { releaseId: older } = await api().report('live', (report) => report.revision === pictured);
  const plain = api().save({ 'hero.picture': undefined });
  const { releaseId } = await api().report('live', (report) => report.revision === plain);
  // Neither the files nor the picture of the older release are available.
  renameSync(join(releasesDir(), older), join(dataDir(), 'elsewhere'));
  rmSync(join(dataDir(), 'publisher', 'media'), { recursive: true });
  api().media.delete(picture);
  await kill(publisher);
  await start();
  api().state.pinnedRelease = older;
  const { faults } = await api().report('failed');
  expect(faults[0]?.detail).toBe(`The image ${picture} is not in Image Management.`);
  expect((await live()).id).toBe(releaseId);

  renameSync(join(dataDir(), 'elsewhere'), join(releasesDir(), older));
  api().state.repeats += 1;
  await api().report('live', (report) => report.releaseId === older, { after: api().reports.length });

  api().state.pinnedRelease = null;
  await api().report('live', (report) => report.releaseId === releaseId, { after: api().reports.length });
  expect((await live()).id).toBe(releaseId);
});

test('no temporary files stay in the releases folder', async () => {
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
