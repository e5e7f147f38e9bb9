import { resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
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

function start({ timeoutMs = 20_000, entry = entryFile } = {}): Renderer {
  renderer = createRenderer({ entryFile: entry, timeoutMs });
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
  const site = await start().render(good);
  expect([...site.keys()]).toEqual(['/', '/terms/', '/404/', '/robots.txt']);
  expect(site.get('/')).toMatchObject({ status: 200, contentType: 'text/html; charset=utf-8' });
  expect(Buffer.from(site.get('/terms/')?.body ?? []).toString()).toContain('Terms');
});

test('the same snapshot gives the same bytes, also from another worker', async () => {
  const first = await start().render(good);
  await renderer?.stop();
  expect(await start().render(good)).toEqual(first);
});

test('rejected content keeps its faults: section, key and field', async () => {
  const failure = await catchFailure(start().render(createSnapshot(2, { 'fault.mode': 'content' })));
  expect(failure.faults).toEqual([
    { section: 'hero', key: 'title', pointer: '/text', detail: 'Write something here.' },
  ]);
  expect(failure.lasting).toBe(true);
});

test('a page that throws is named', async () => {
  const failure = await catchFailure(start().render(createSnapshot(2, { 'fault.mode': 'throw' })));
  expect(failure.faults).toEqual([{ detail: 'The page component broke', path: '/' }]);
  expect(failure.lasting).toBe(true);
});

test.each([
  ['crash', /thrown outside of any render/],
  ['exit', /ended with exit code 3/],
  ['memory', /memory/],
])('a worker that ends by %s fails only this render', async (mode, reason) => {
  const failure = await catchFailure(start().render(createSnapshot(2, { 'fault.mode': mode })));
  expect(failure.message).toMatch(reason);
  expect(failure.lasting).toBe(false);
  expect((await renderer?.render(good))?.size).toBe(4);
});

test('an endless loop is stopped', async () => {
  await start().start();
  await renderer?.stop();
  const failure = await catchFailure(start({ timeoutMs: 1000 }).render(createSnapshot(2, { 'fault.mode': 'loop' })));
  expect(failure.message).toBe('Rendering took longer than 1 s and was stopped.');
  expect(failure.lasting).toBe(false);
});

test('a bundle that cannot be loaded is an error', async () => {
  expect((await catchFailure(start({ entry: '/nowhere/entry.mjs' }).start())).message).toMatch(/Cannot find module/);
  const notABundle = resolve(import.meta.dirname, 'rendered-site.ts');
  expect((await catchFailure(start({ entry: notABundle }).start())).message).toMatch(
    /does not export routes and render/,
  );
});
