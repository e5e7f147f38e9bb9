import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { useTempFolder } from '../../test/temp-folder.ts';
import { readBundle } from '../render/bundle.ts';
import { prepareAssets } from './assets.ts';

const folder = useTempFolder();
let rendererDir: string;
let assetsDir: string;
beforeEach(() => {
  rendererDir = join(folder(), 'renderer');
  assetsDir = join(folder(), 'assets');
  write('server/entry.mjs', 'export {}');
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(rendererDir, file)), { recursive: true });
  writeFileSync(join(rendererDir, file), text);
}
const prepare = async () => prepareAssets(await readBundle(rendererDir), assetsDir);
const css = 'body { color: red }\n'.repeat(60);

test('only hashed files can be cached forever; text is compressed, fonts are not', async () => {
  write('client/_astro/a.1.css', css);
  write('client/_astro/b.1.woff2', css);
  write('client/favicon.svg', '<svg/>');
  const { assets } = await prepare();
  const entries = Object.fromEntries(assets.map(({ path, entry }) => [path, entry]));
  expect(entries['/_astro/a.1.css']).toMatchObject({ immutable: true, contentType: 'text/css; charset=utf-8' });
  expect(entries['/_astro/a.1.css']?.encodings.br?.bytes).toBeLessThan(100);
  expect(entries['/_astro/b.1.woff2']).toMatchObject({ encodings: {}, contentType: 'font/woff2' });
  expect(entries['/favicon.svg']).toMatchObject({ immutable: false, file: 'favicon.svg' });
});

test('the same code is prepared once', async () => {
  write('client/_astro/a.1.css', css);
  const first = await prepare();
  const { ino } = statSync(first.assets[0]?.source ?? '');
  const second = await prepare();
  expect(second).toEqual(first);
  expect(statSync(second.assets[0]?.source ?? '').ino).toBe(ino);
});

test('removed files are prepared again', async () => {
  write('client/_astro/a.1.css', css);
  const { assets } = await prepare();
  rmSync(`${assets[0]?.source}.br`);
  expect(await prepare()).toEqual({ assets, olderAssets: [] });
  expect(existsSync(`${assets[0]?.source}.br`)).toBe(true);
});

test('hashed files of the two previous versions stay available, older ones are removed', async () => {
  for (const version of [1, 2, 3, 4]) {
    rmSync(join(rendererDir, 'client'), { recursive: true, force: true });
    write(`client/_astro/a.${version}.css`, `${css}/* ${version} */`);
    write('client/favicon.svg', `<svg>${version}</svg>`);
    const { olderAssets } = await prepare();
    const expected = [1, 2, 3].filter((each) => each < version && each >= version - 2);
    expect(olderAssets.map(({ path }) => path).sort()).toEqual(expected.map((each) => `/_astro/a.${each}.css`));
  }
  expect(readdirSync(assetsDir)).toHaveLength(3);
});

test('a change of the rendering code alone is a new version', async () => {
  const before = await readBundle(rendererDir);
  write('server/chunks/page.mjs', 'export const a = 1');
  expect((await readBundle(rendererDir)).id).not.toBe(before.id);
});
