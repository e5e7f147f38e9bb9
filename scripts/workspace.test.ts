import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { refuseUnbuilt } from './workspace.mjs';

test('a checkout that cannot be written and is not built is refused with what is missing and who can build it', () => {
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
