import { join } from 'node:path';
import type { ReleaseManifest } from '@threadline/schema/wire/release';
import { afterEach, beforeEach, expect } from 'vitest';
import { readWholeRelease } from '../src/release/release-files.ts';
import { readCurrentId } from '../src/release/release-store.ts';
import { type FakeApi, startFakeApi } from './fake-api.ts';
import { kill, type PublisherProcess, startPublisher } from './publisher-process.ts';
import { useTempFolder } from './temp-folder.ts';

/** Provides a fake API and a data folder for each test, and stops the started publishers after it. */
export function useRunningPublisher() {
  const folder = useTempFolder();
  let api: FakeApi;
  let started: PublisherProcess[] = [];

  beforeEach(async () => {
    api = await startFakeApi(join(folder(), 'releases'));
  });
  afterEach(async () => {
    await Promise.all(started.map(kill));
    started = [];
    await api.close();
  });

  return {
    api: () => api,
    dataDir: folder,
    releasesDir: () => join(folder(), 'releases'),
    async start(env: Record<string, string> = {}): Promise<PublisherProcess> {
      const publisher = await startPublisher({ apiUrl: api.url, dataDir: folder(), env });
      started.push(publisher);
      return publisher;
    },
    /** Returns the manifest of the release that `current` points to, with every byte verified. */
    async live(): Promise<ReleaseManifest> {
      const id = await readCurrentId(join(folder(), 'releases'));
      const manifest = await readWholeRelease(join(folder(), 'releases', 'current'));
      expect(manifest?.id).toBe(id);
      return manifest as ReleaseManifest;
    },
  };
}
