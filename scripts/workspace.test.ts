import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashSources, isBuildCurrent, noteBuild, refuseUnbuilt } from './workspace.mjs';

test('an unbuilt checkout without write permission fails with the missing part and who can build it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-'));
  for (const name of ['apps', 'packages', 'node_modules']) mkdirSync(join(folder, name));
  expect(() => refuseUnbuilt(folder)).toThrow('apps/api/dist/server.js is missing');
  for (const bundle of [
    'api/dist/server.js',
    'publisher/dist/server.js',
    'admin/dist/index.html',
    'site/dist-renderer/x',
  ]) {
    mkdirSync(dirname(join(folder, 'apps', bundle)), { recursive: true });
    writeFileSync(join(folder, 'apps', bundle), '');
  }
  expect(() => refuseUnbuilt(folder)).toThrow('its dependencies were installed for another version');
  expect(() => refuseUnbuilt(folder)).toThrow(
    expect.objectContaining({ advice: expect.stringContaining('npm run build') }),
  );
});

/** A checkout with one app, which depends on one package. */
function createCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, content: unknown) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  };
  mkdirSync(join(folder, 'node_modules'));
  write('package.json', { name: 'root', private: true, packageManager: 'pnpm@12.21.0' });
  write('pnpm-workspace.yaml', 'packages: ["apps/*", "packages/*"]\n');
  write('turbo.json', { tasks: { build: { dependsOn: ['^build'], outputs: ['dist/**'] } } });
  write('packages/two/package.json', { name: 'two', version: '0.0.0' });
  write('packages/two/source.ts', 'one');
  const dependencies = { two: 'workspace:*' };
  write('apps/one/package.json', { name: 'one', version: '0.0.0', scripts: { build: 'true' }, dependencies });
  write('apps/one/source.ts', 'one');
  return { folder, write };
}

test.each(['apps/one/source.ts', 'packages/two/source.ts'])(
  'a build is outdated once %s has changed, until the next build',
  async (source) => {
    const { folder, write } = createCheckout();
    const toolchain = { node: process.execPath, pnpm: 'pnpm', env: process.env };
    expect(await isBuildCurrent(folder, toolchain)).toBe(false);
    noteBuild(folder, await hashSources(folder, toolchain));
    expect(await isBuildCurrent(folder, toolchain)).toBe(true);
    write(source, 'two');
    expect(await isBuildCurrent(folder, toolchain)).toBe(false);
    noteBuild(folder, await hashSources(folder, toolchain));
    expect(await isBuildCurrent(folder, toolchain)).toBe(true);
  },
);
