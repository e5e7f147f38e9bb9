import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openObjectStore } from '@threadline/object-store/object-store';
import { parseStoreUrl } from '@threadline/object-store/store-url';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { createTestBucket } from '../../../packages/object-store/test/test-bucket.ts';
import { createApp, createServices } from '../src/app.ts';
import type { Db } from '../src/platform/db/client.ts';
import { subscribers } from '../src/platform/db/schema/enquiries.ts';
import { createReplication } from '../src/replication/replication.ts';
import { createTestDeps } from './create-test-deps.ts';
import { openOnDisk } from './new-database.ts';

export const testWithReplica = test.skipIf(inject('objectStore') === '' || process.platform !== 'linux');
/** Litestream looks for changes once a second. */
export const untilDone = { timeout: 200_000, interval: 100 };

/** An installation whose database is replicated; several may share a place. */
export async function createReplicated(url?: string) {
  const place = url ?? (await createTestBucket('/replica'));
  const deps = createTestDeps({ REPLICA_URL: place });
  deps.db.$client.close();
  const db = openOnDisk(join(deps.config.dataDir, 'threadline.db'));
  const replication = createReplication({ ...deps, db });
  onTestFinished(async () => {
    await replication.stop();
    db.$client.close();
  });
  const subscribe = (email: string) => addSubscriber(db, email, deps.now());
  /** Resolves once everything written so far is in the store. */
  const untilComplete = async () => {
    // A lag of an earlier moment does not count.
    deps.clock.advance(1000);
    await vi.waitFor(async () => {
      await replication.check();
      expect(replication.status()).toEqual({ place: expect.any(String), lagSeconds: 0, problem: null });
    }, untilDone);
  };
  return { place, deps, db, replication, subscribe, untilComplete, store: openObjectStore(parseStoreUrl(place)) };
}

export type Replicated = Awaited<ReturnType<typeof createReplicated>>;

function addSubscriber(db: Db, email: string, now: Date): void {
  const at = now.toISOString();
  const row = { emailKey: email, email, createdAt: at, linkId: randomUUID(), confirmationRequestedAt: at };
  db.insert(subscribers).values(row).run();
}

/** Returns everything that Litestream has stored. */
export async function readStore({ store }: Pick<Replicated, 'store'>): Promise<Buffer> {
  const bodies: Uint8Array[] = [];
  for await (const { key } of store.list('generations/')) bodies.push((await store.get(key)) ?? new Uint8Array());
  return Buffer.concat(bodies);
}

/** The whole API with a database on the disk, without its timers. */
export function createApi(env: Record<string, string> = {}) {
  const deps = createTestDeps(env);
  deps.db.$client.close();
  const db = openOnDisk(join(deps.config.dataDir, 'threadline.db'));
  const services = createServices({ ...deps, db });
  const app = createApp({ ...deps, db }, services);
  onTestFinished(async () => {
    await services.replication.stop();
    db.$client.close();
  });
  const { replication, eraser } = services;
  return { app, db, replication, eraser, subscribe: (email: string) => addSubscriber(db, email, deps.now()) };
}
