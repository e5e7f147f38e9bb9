import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../config.ts';
import { loadSnapshot } from '../integrations/load-snapshot.ts';
import { buildSite, serveSnapshot } from './build-site.ts';
import { secretCanaries } from './secret-canaries.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Holds `static/` and `renderer/`, both built from the same source once per run. */
    buildFolder: string;
    /** The content that the static build was made from. */
    snapshot: Snapshot;
  }
}

/** The seed as a live site has it: with a revision, a public address and an API elsewhere. */
async function liveSnapshot(): Promise<Snapshot> {
  const seed = await loadSnapshot({ ...readConfig({}), contentUrl: undefined });
  return { ...seed, revision: 7, siteUrl: 'https://example.org', apiUrl: 'https://api.example.org', mediaUrl: '' };
}

export async function setup(project: TestProject) {
  // Below the site's own folder: for any other place Astro shares one work folder between builds.
  const results = path.join(import.meta.dirname, '../test-results');
  await mkdir(results, { recursive: true });
  const folder = await mkdtemp(path.join(results, 'builds-'));
  const snapshot = await liveSnapshot();
  const api = await serveSnapshot(snapshot);
  const env = { ...secretCanaries, CONTENT_URL: api.url };
  await buildSite({ mode: 'static', outFolder: path.join(folder, 'static'), env });
  await api.close();
  // Without any content source: the bundle may not depend on one.
  await buildSite({
    mode: 'renderer',
    outFolder: path.join(folder, 'renderer'),
    env: { ...secretCanaries, CONTENT_SEED: '/nowhere' },
  });
  project.provide('buildFolder', folder);
  project.provide('snapshot', snapshot);
  return () => rm(folder, { recursive: true, force: true });
}
