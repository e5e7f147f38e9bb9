import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { buildSite, serveSnapshot } from './build-site.ts';

test('a build without its content says why in one sentence and keeps the last complete build', async () => {
  const folder = mkdtempSync(path.join(path.dirname(inject('buildFolder')), 'failed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outFolder = path.join(folder, 'static');
  mkdirSync(outFolder);
  writeFileSync(path.join(outFolder, 'index.html'), 'the last build');
  const api = await serveSnapshot(inject('snapshot'));
  await api.close();
  const build = buildSite({ mode: 'static', outFolder, env: { CONTENT_URL: api.url } });
  const { code, stdout, stderr } = await build.catch((error) => error);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain(`CONTENT_URL: ${api.url}/api/snapshot cannot be reached (ECONNREFUSED).`);
  expect(stdout + stderr).not.toMatch(/fetch failed|\n +at /);
  expect(readFileSync(path.join(outFolder, 'index.html'), 'utf8')).toBe('the last build');
  expect(readdirSync(folder)).toEqual(['static']);
});
