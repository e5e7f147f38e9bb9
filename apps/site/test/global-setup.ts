import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../config.ts';
import { loadSnapshot } from '../integrations/load-snapshot.ts';
import { buildSite, serveSnapshot } from './build-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Holds `static/` and `renderer/`, both built from the same source once per run. */
    buildFolder: string;
  }
}

/** The seed as a live site has it: with a revision, a public address and an API elsewhere. */
export async function testSnapshot() {
  const seed = await loadSnapshot({ ...readConfig({}), contentUrl: undefined });
  return { ...seed, revision: 7, siteUrl: 'https://example.org', apiUrl: 'https://api.example.org' };
}

export async function setup(project: TestProject) {
  const folder = await mkdtemp(path.join(tmpdir(), 'site-builds-'));
  const api = await serveSnapshot(await testSnapshot());
  await buildSite({ mode: 'static', outFolder: path.join(folder, 'static'), env: { CONTENT_URL: api.url } });
  await api.close();
  // Without any content source: the bundle may not depend on one.
  await buildSite({ mode: 'renderer', outFolder: path.join(folder, 'renderer'), env: { CONTENT_SEED: '/nowhere' } });
  project.provide('buildFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
