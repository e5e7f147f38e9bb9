import { join } from 'node:path';
import type { ReleaseManifest } from '@threadline/schema/release';
import { afterEach, beforeEach, expect } from 'vitest';
import { currentId } from '../src/release/current.ts';
import { readWholeRelease } from '../src/release/inspect.ts';
import { kill, type PublisherProcess, startPublisher } from './publisher-process.ts';
import { type StandInApi, startStandInApi } from './stand-in-api.ts';
import { useTempFolder } from './temp-folder.ts';

/** A stand-in API and a data folder for each test, and publishers that end with it. */
export function useRunningPublisher() {
  const folder = useTempFolder();
  let api: StandInApi;
  let started: PublisherProcess[] = [];

  beforeEach(async () => {
    api = await startStandInApi(join(folder(), 'releases'));
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
    /** The release that `current` leads to, every byte of it checked. */
    async live(): Promise<ReleaseManifest> {
      const id = await currentId(join(folder(), 'releases'));
      const manifest = await readWholeRelease(join(folder(), 'releases', 'current'));
      expect(manifest?.id).toBe(id);
      return manifest as ReleaseManifest;
    },
  };
}
