import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test, vi } from 'vitest';
import { kill, sendBody, sendHook } from './publisher-process.ts';
import { useRunningPublisher } from './running-publisher.ts';

const { api, dataDir, live, releasesDir, start } = useRunningPublisher();
/** Longer than any test: every round is caused by a webhook. */
const noPoll = { POLL_INTERVAL_MS: '3600000' };
const home = () => readFileSync(join(releasesDir(), 'current', 'public', 'index.html'), 'utf8');

test('an edit becomes a complete release, is activated and then verified at the public URL', async () => {
  const revision = api().save({ 'hero.title': 'We build teams', 'pages.terms': 'Terms' });
  await start();
  const seen = await api().report('live', (report) => report.revision === revision);
  const manifest = await live();
  expect(manifest).toMatchObject({ id: seen.releaseId, revision });
  expect(Object.keys(manifest.files).sort()).toEqual([
    '/',
    '/404/',
    '/_astro/style.1a2b3c.css',
    '/favicon.svg',
    '/release.json',
    '/robots.txt',
    '/terms/',
  ]);
  expect(manifest.files['/']?.headers).toEqual({ 'content-security-policy': "default-src 'self'" });
  expect(api().reports.map(({ state }) => state)).toEqual(['publishing', 'activated', 'live']);
});

test('the report contains the size and the duration of each step', async () => {
  api().save({ 'hero.title': 'We build teams' });
  await start();
  const { files, bytes, steps } = await api().report('activated');
  expect(files).toBe(Object.keys((await live()).files).length);
  expect(bytes).toBeGreaterThan(1000);
  expect(Object.keys(steps)).toEqual(['snapshot', 'render', 'check', 'write', 'activate']);
});

test('a webhook alone starts a round', async () => {
  api().save({ 'hero.title': 'First' });
  const { url } = await start(noPoll);
  await api().report('live');
  const revision = api().save({ 'hero.title': 'Second' });
  expect((await sendHook(url, revision)).status).toBe(202);
  await api().report('live', (report) => report.revision === revision);
  expect(home()).toContain('Second');
});

test('a lost webhook delays a release by at most one poll', async () => {
  api().save({ 'hero.title': 'First' });
  await start();
  await api().report('live');
  const revision = api().save({ 'hero.title': 'Saved without a webhook' });
  await api().report('live', (report) => report.revision === revision);
  expect(home()).toContain('Saved without a webhook');
});

test('while the admin is open in a window, an idle publisher renders in advance of an edit', async () => {
  api().save({ 'hero.title': 'First' });
  await start({ RENDER_IDLE_MS: '100' });
  await api().report('live');
  const { snapshot: before } = api().calls;
  api().state.hasEditors = true;
  await vi.waitFor(() => expect(api().calls.snapshot).toBeGreaterThan(before), { timeout: 20_000 });
  expect(api().reports.map(({ state }) => state)).toEqual(['publishing', 'activated', 'live']);
});

test('an error while rendering in advance is not reported as a failed publish', async () => {
  api().save({ 'hero.title': 'First' });
  await start({ RENDER_IDLE_MS: '100' });
  await api().report('live');
  const { snapshot: before } = api().calls;
  api().state.refusedSnapshots = 1;
  api().state.hasEditors = true;
  await vi.waitFor(() => expect(api().calls.snapshot).toBeGreaterThan(before + 1), { timeout: 20_000 });
  expect(api().reports.map(({ state }) => state)).toEqual(['publishing', 'activated', 'live']);
});

test('late, repeated and outdated webhooks change nothing [W3]', async () => {
  api().save({ 'hero.title': 'First' });
  const revision = api().save({ 'hero.title': 'Second' });
  const { url } = await start(noPoll);
  await api().report('live', (report) => report.revision === revision);
  const { length } = api().reports;
  for (const late of [1, 2, 2, 1]) expect((await sendHook(url, late)).status).toBe(202);
  const next = api().save({ 'hero.title': 'Third' });
  await sendHook(url, next);
  await api().report('live', (report) => report.revision === next);
  expect(
    api()
      .reports.slice(length)
      .every((report) => report.revision === next),
  ).toBe(true);
});

test('rejected webhooks start no round [W2]', async () => {
  api().save({ 'hero.title': 'First' });
  const { url } = await start(noPoll);
  await api().report('live');
  api().save({ 'hero.title': 'Second' });
  const before = { ...api().calls };
  const body = JSON.stringify({
    type: 'content.published',
    timestamp: new Date().toISOString(),
    data: { revision: 2 },
  });
  const unsigned = await fetch(`${url}/hooks`, { method: 'POST', body });
  const old = await sendBody(url, body, { at: new Date(Date.now() - 6 * 60_000) });
  const broken = await sendBody(url, '{"type":');
  const large = await sendBody(url, 'x'.repeat(100_000));
  expect([unsigned, old, broken, large].map(({ status }) => status)).toEqual([401, 401, 400, 413]);
  expect(api().calls).toEqual(before);
  expect((await live()).revision).toBe(1);
});

test('200 edits in a burst become a few releases, and the last one is live [R26, W11]', async () => {
  api().save({ 'hero.title': 'Before' });
  const { url } = await start(noPoll);
  await api().report('live');
  const { length } = api().reports;
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      await sendHook(url, api().save({ 'hero.title': `Edit ${index}` }));
    }),
  );
  const last = api().revision();
  await api().report('live', (report) => report.revision === last);
  const switched = api()
    .reports.slice(length)
    .filter(({ state }) => state === 'activated');
  expect(switched.length).toBeLessThanOrEqual(20);
  expect(switched.map(({ revision }) => revision)).toEqual(
    switched.map(({ revision }) => revision).toSorted((a, b) => a - b),
  );
  expect((await live()).revision).toBe(last);
});

test('the same content gives the same release after a restart, and nothing is written', async () => {
  api().save({ 'hero.title': 'Same', 'pages.terms': 'Terms' });
  const first = await start();
  await api().report('live');
  const before = await live();
  const { ctimeMs } = statSync(join(releasesDir(), 'current', 'public', 'index.html'));
  await kill(first);
  const { length } = api().reports;
  await start();
  await api().report('live', undefined, { after: length });
  expect(
    api()
      .reports.slice(length)
      .map(({ state }) => state),
  ).toEqual(['activated', 'live']);
  expect(await live()).toEqual(before);
  expect(statSync(join(releasesDir(), 'current', 'public', 'index.html')).ctimeMs).toBe(ctimeMs);
});

test('the same content on another machine gives the same release, byte for byte', async () => {
  api().save({ 'hero.title': 'Same', 'pages.terms': 'Terms' });
  await start();
  const { releaseId } = await api().report('live');
  const { length } = api().reports;
  await start({ DATA_DIR: join(dataDir(), 'elsewhere') });
  await api().report('live', (report) => report.releaseId === releaseId, { after: length });
  const here = filesBelow(join(dataDir(), 'releases', releaseId, 'public'));
  expect(here.size).toBeGreaterThan(10);
  expect(filesBelow(join(dataDir(), 'elsewhere', 'releases', releaseId, 'public'))).toEqual(here);
});

function filesBelow(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(files.map((file) => [relative(folder, file), readFileSync(file, 'base64')]));
}

test('ids follow the revision, and old releases are removed except for the live one', async () => {
  api().save({ 'hero.title': 'Edit 0' });
  const { url } = await start({ KEEP_RELEASES: '2' });
  for (let edit = 1; edit <= 12; edit += 1) {
    const revision = api().save({ 'hero.title': `Edit ${edit}` });
    await sendHook(url, revision);
    await api().report('live', (report) => report.revision === revision);
    expect((await live()).revision).toBe(revision);
  }
  const ids = api().reports.flatMap((report) => (report.state === 'activated' ? [report.releaseId] : []));
  expect(ids).toEqual(ids.toSorted());
  await api().report('live', (report) => report.revision === api().revision());
  const remaining = readdirSync(releasesDir()).filter((name) => /^\d/.test(name));
  expect(remaining).toContain(ids.at(-1));
  expect(remaining.length).toBeLessThanOrEqual(3);
});

test('a removed page is not in the next release', async () => {
  api().save({ 'hero.title': 'Home', 'pages.terms': 'Terms' });
  await start();
  await api().report('live');
  expect((await live()).files).toHaveProperty('/terms/');
  const revision = api().save({ 'pages.terms': undefined });
  await api().report('live', (report) => report.revision === revision);
  expect((await live()).files).not.toHaveProperty('/terms/');
});

test('library images are fetched once and are part of every release that shows them', async () => {
  const picture = `/media/${'0a'.repeat(16)}-480.webp`;
  api().media.set(picture, Buffer.from('the bytes of an image'));
  api().save({ 'hero.title': 'With a picture', 'hero.picture': picture });
  await start();
  await api().report('live');
  const revision = api().save({ 'hero.title': 'With the same picture' });
  await api().report('live', (report) => report.revision === revision);
  expect((await live()).files[picture]).toMatchObject({ bytes: 21, contentType: 'image/webp', immutable: true });
  expect(readFileSync(join(releasesDir(), 'current', 'public', picture), 'utf8')).toBe('the bytes of an image');
  expect(api().calls.media).toBe(1);
});

test('a release is not reported as live while the public URL shows something else', async () => {
  api().state.staleHome = '<p>an old page from a cache</p>';
  const revision = api().save({ 'hero.title': 'New' });
  await start();
  await api().report('activated');
  const homeWasAsked = api().nextCall('/');
  await homeWasAsked;
  expect(api().reports.map(({ state }) => state)).toEqual(['publishing', 'activated']);
  api().state.staleHome = undefined;
  expect((await api().report('live')).revision).toBe(revision);
});

test('a release that the public URL never shows is reported as unverified, with the reason', async () => {
  api().state.staleHome = '<p>an old page from a cache</p>';
  const revision = api().save({ 'hero.title': 'New' });
  await start({ LIVE_TIMEOUT_MS: '0' });
  const unverified = await api().report('unverified');
  expect(unverified).toMatchObject({ revision, detail: expect.stringContaining('shows other bytes') });
});

test('SIGTERM stops the publisher quickly and cleanly', async () => {
  api().save({ 'hero.title': 'Home' });
  const { child, exited, url } = await start();
  await api().report('live');
  const revision = api().save({ 'hero.title': 'Saved while stopping' });
  await sendHook(url, revision);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect([1, revision]).toContain((await live()).revision);
});
