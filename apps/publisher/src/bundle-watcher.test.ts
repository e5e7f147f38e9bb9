import { cpSync, existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSnapshot } from '../test/fixture-content.ts';
import { useTempFolder } from '../test/temp-folder.ts';
import { type BundleWatcher, createBundleWatcher } from './bundle-watcher.ts';

const folder = useTempFolder();
let rendererDir: string;
let code: BundleWatcher;
beforeEach(() => {
  rendererDir = join(folder(), 'renderer');
  const log = pino({ level: 'silent' });
  code = createBundleWatcher({
    rendererDir,
    assetsDir: join(folder(), 'assets'),
    timeoutMs: 20_000,
    idleMs: 60_000,
    log,
  });
});
afterEach(() => code.stop());

function build(): void {
  const bundle = resolve(import.meta.dirname, '../test/fixtures/bundle');
  cpSync(bundle, rendererDir, { recursive: true, preserveTimestamps: true });
}

/** Writes the entry file with the modification time of a build that ended some seconds ago. */
function writeEntry(source: string, { secondsAgo = 5 } = {}): void {
  const file = join(rendererDir, 'server', 'entry.mjs');
  writeFileSync(file, source);
  const at = Date.now() / 1000 - secondsAgo;
  utimesSync(file, at, at);
}

const entryFor = (text: string) => `
  export const routes = () => ['/'];
  export const render = async () => (
    { status: 200, contentType: 'text/plain', headers: {}, body: new TextEncoder().encode('${text}') }
  );
  export const renderTagged = render;`;

async function home(): Promise<string> {
  const site = await (await code.latest()).renderer.renderSite(createSnapshot(1, { 'hero.title': 'x' }));
  return Buffer.from(site.get('/')?.body ?? []).toString();
}

test('a missing build is an error, and the first build is found', async () => {
  await expect(code.latest()).rejects.toThrow(/The site is not built/);
  expect(code.isReady()).toBe(false);
  build();
  expect(await home()).toContain('<h1');
  expect(code.isReady()).toBe(true);
});

test('unchanged files are not loaded again', async () => {
  build();
  expect(await code.latest()).toBe(await code.latest());
});

test('two simultaneous calls get the same code, prepared once', async () => {
  build();
  const [one, other] = await Promise.all([code.latest(), code.latest()]);
  expect(other).toBe(one);
  for (const { source } of one.assets) expect(existsSync(source)).toBe(true);
});

test('new code gets a new worker', async () => {
  build();
  const before = await code.latest();
  writeEntry(entryFor('new code'));
  expect(await home()).toBe('new code');
  expect((await code.latest()).id).not.toBe(before.id);
});

test('an unfinished build is not loaded', async () => {
  build();
  const before = await code.latest();
  writeEntry(entryFor('half of it'), { secondsAgo: -60 });
  expect(await code.latest()).toBe(before);
  rmSync(rendererDir, { recursive: true });
  expect(await code.latest()).toBe(before);
});

test('the old code stays in use if the new code does not load', async () => {
  build();
  const before = await code.latest();
  writeEntry('export const nothing = 1;');
  expect(await code.latest()).toBe(before);
  expect(await home()).toContain('<h1');
  writeEntry(entryFor('repaired'), { secondsAgo: 3 });
  expect(await home()).toBe('repaired');
});
