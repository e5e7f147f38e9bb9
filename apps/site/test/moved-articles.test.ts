import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { buildSite, serveSnapshot } from './build-site.ts';
import { editSnapshot } from './edit-snapshot.ts';

test('a static build has the former address of an article as a redirect and as a page', async () => {
  const folder = mkdtempSync(path.join(path.dirname(inject('buildFolder')), 'moved-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outFolder = path.join(folder, 'static');
  const snapshot = editSnapshot(inject('snapshot'), { 'insights.article-the-friday-page': { address: 'one-page' } });
  const api = await serveSnapshot(snapshot);
  onTestFinished(() => void api.close());
  await buildSite({ mode: 'static', outFolder, env: { CONTENT_URL: api.url } });
  const read = (file: string) => readFileSync(path.join(outFolder, file), 'utf8');
  expect(read('_redirects')).toContain('/insights/the-friday-page/ /insights/one-page/ 301\n');
  expect(read('insights/the-friday-page/index.html')).toContain('content="0; url=/insights/one-page/"');
  expect(read('insights/one-page/index.html')).toContain('<h1>');
  expect(read('sitemap.xml')).not.toContain('the-friday-page');
});
