import { resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createSnapshot } from '../../test/fixture-content.ts';
import { PublishFailure } from '../publish-failure.ts';
import { createRenderer, type Renderer } from './renderer.ts';

const entryFile = resolve(import.meta.dirname, '../../test/fixtures/bundle/server/entry.mjs');
const good = createSnapshot(1, { 'hero.title': 'Hello', 'pages.terms': 'Terms' });

let renderer: Renderer | undefined;
afterEach(async () => {
  await renderer?.stop();
  renderer = undefined;
});

function start({ timeoutMs = 20_000, idleMs = 60_000, entry = entryFile } = {}): Renderer {
  renderer = createRenderer({ entryFile: entry, timeoutMs, idleMs });
  return renderer;
}

async function catchFailure(work: Promise<unknown>): Promise<PublishFailure> {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(PublishFailure);
  return error;
}

test('every route is rendered in the order of the bundle', async () => {
  const site = await start().renderSite(good);
  expect([...site.keys()]).toEqual(['/', '/terms/', '/404/', '/robots.txt']);
  expect(site.get('/')).toMatchObject({ status: 200, contentType: 'text/html; charset=utf-8' });
  expect(Buffer.from(site.get('/terms/')?.body ?? []).toString()).toContain('Terms');
});

test('the same snapshot gives the same bytes, also from another worker', async () => {
  const first = await start().renderSite(good);
  await renderer?.stop();
  expect(await start().renderSite(good)).toEqual(first);
});

test('rejected content keeps its faults: section, key and field', async () => {
  const failure = await catchFailure(start().renderSite(createSnapshot(2, { 'fault.mode': 'content' })));
  expect(failure.faults).toEqual([
    { section: 'hero', key: 'title', pointer: '/text', detail: 'This field cannot be empty.' },
  ]);
  expect(failure.isPermanent).toBe(true);
});

test('a page that throws is named', async () => {
  const failure = await catchFailure(start().renderSite(createSnapshot(2, { 'fault.mode': 'throw' })));
  expect(failure.faults).toEqual([{ detail: 'The page component broke', path: '/' }]);
  expect(failure.isPermanent).toBe(true);
});

test.each([
  ['crash', /thrown outside of any render/],
  ['exit', /ended with exit code 3/],
  ['memory', /memory/],
])('a worker that ends by %s fails only this render', async (mode, reason) => {
  const failure = await catchFailure(start().renderSite(createSnapshot(2, { 'fault.mode': mode })));
  expect(failure.message).toMatch(reason);
  expect(failure.isPermanent).toBe(false);
  expect((await renderer?.renderSite(good))?.size).toBe(4);
});

test('an endless loop is stopped', async () => {
  await start().start();
  await renderer?.stop();
  const failure = await catchFailure(
    start({ timeoutMs: 1000 }).renderSite(createSnapshot(2, { 'fault.mode': 'loop' })),
  );
  expect(failure.message).toBe('Rendering took longer than 1 s and was stopped.');
  expect(failure.isPermanent).toBe(false);
});

test('a bundle that cannot be loaded is an error', async () => {
  expect((await catchFailure(start({ entry: '/nowhere/entry.mjs' }).start())).message).toMatch(/Cannot find module/);
  const notABundle = resolve(import.meta.dirname, 'bundle.ts');
  expect((await catchFailure(start({ entry: notABundle }).start())).message).toMatch(
    /does not export routes, render and renderTagged/,
  );
});

test('the worker ends when it is idle, and the next request starts a new one', async () => {
  const first = await start({ idleMs: 1 }).renderSite(good);
  await vi.waitFor(() => expect(renderer?.isRunning()).toBe(false), 20_000);
  expect(await renderer?.renderSite(good)).toEqual(first);
});

test('a release is rendered before the previews that are pending', async () => {
  start();
  const finished: string[] = [];
  const preview = (name: string) =>
    renderer?.renderPage({ path: '/', snapshot: good, isTagged: true }).then(() => finished.push(name));
  await Promise.all([
    preview('preview in progress'),
    preview('pending preview'),
    renderer?.renderSite(good).then(() => finished.push('release')),
  ]);
  expect(finished).toEqual(['preview in progress', 'release', 'pending preview']);
});
