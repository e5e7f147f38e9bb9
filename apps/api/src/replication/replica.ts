import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeNewFile } from '@threadline/files/durable-files';
import { type ObjectStore, openObjectStore } from '@threadline/object-store/object-store';
import { ObjectStoreError } from '@threadline/object-store/store-error';
import type { StoreLocation } from '@threadline/object-store/store-url';
import type { Dashboard } from '@threadline/schema/wire/dashboard';
import { z } from 'zod';
import type { Deps } from '../context.ts';
import { keepLog } from '../platform/db/write-ahead-log.ts';
import { hourMs } from '../platform/durations.ts';
import { deleteGeneration, generationsPrefix, listGenerations, readGeneration } from './generations.ts';
import { createLitestream, findLitestream, getStateFolder, retentionHours } from './litestream.ts';

const ownerCheckMs = 60_000;
const maxLagMs = 60_000;
/** A new generation begins with a copy of the whole database. */
const minLargeLogBytes = 32 * 1024 ** 2;
/** Requests wait while the log is written into the database. */
const maxLogBytes = 128 * 1024 ** 2;
const ownerKey = 'owner.json';
const idFile = 'replica-id';

const ownerSchema = z.object({ id: z.string(), since: z.iso.datetime() });
type Owner = z.infer<typeof ownerSchema>;

export type ReplicaStatus = NonNullable<Dashboard['system']['replica']>;
type ReplicaDeps = Pick<Deps, 'config' | 'db' | 'now' | 'log'>;

/** Replicates the database to `REPLICA_URL`, see docs/decisions/0026-replica.md. */
export function createReplica({ config, db, now, log }: ReplicaDeps, location: StoreLocation) {
  const store = openObjectStore(location);
  const database = join(config.dataDir, 'threadline.db');
  let releaseLog: (() => void) | undefined;
  let litestream: ReturnType<typeof createLitestream> | undefined;
  let problem: string | null = null;
  let deletionProblem: string | null = null;
  let ownerCheckedAt = 0;
  let caughtUpAt: number | undefined;
  /** Earlier generations still contain what was erased. They are deleted once a newer one is complete. */
  let hasOutdated = false;
  let renewedAt = now().getTime();
  let isPaused = false;
  let isStopped = false;
  let checking: Promise<void> | undefined;

  /** Two installations that replicate to one place would make a restore a matter of luck. */
  async function checkOwner(): Promise<void> {
    try {
      const owner = await claimReplica(store, config.dataDir, { now: now() });
      ownerCheckedAt = now().getTime();
      if (isStopped) return;
      problem = null;
      if (owner.id === readId(config.dataDir)) start();
      else await yieldTo(owner);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
  }

  /** @throws Error with a sentence */
  function start(): void {
    if (litestream) return;
    const created = createLitestream({ program: findLitestream(config), database, location }, log);
    releaseLog = keepLog(db.$client);
    litestream = created;
    created.start();
  }

  async function stopLitestream(): Promise<void> {
    await litestream?.stop();
    litestream = undefined;
    releaseLog?.();
    releaseLog = undefined;
  }

  /** If it fails, the next check tries again. */
  function startAgain(): void {
    try {
      start();
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      log.error({ err: error }, 'the replication could not be started again');
    }
  }

  async function yieldTo(owner: Owner): Promise<void> {
    problem = describeOwner(store, owner);
    await stopLitestream();
    caughtUpAt = undefined;
  }

  async function checkOnce(): Promise<void> {
    if (isPaused || isStopped) return;
    if (!litestream || now().getTime() - ownerCheckedAt > ownerCheckMs) await checkOwner();
    if (await litestream?.isCaughtUp()) caughtUpAt = now().getTime();
    if (hasOutdated) await deleteOutdated();
  }

  async function deleteOutdated(): Promise<void> {
    try {
      const outdated = await findOutdated(store, config.dataDir);
      if (!outdated) return;
      for (const generation of outdated) await deleteGeneration(store, generation);
      // The next check looks again: a last upload of the earlier Litestream may arrive late.
      hasOutdated = outdated.length > 0;
      deletionProblem = null;
      if (!hasOutdated) log.info('erased data was removed from the replica');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isRefused = error instanceof ObjectStoreError && error.fault !== 'unavailable';
      // Litestream cannot delete either, so its retention does not help.
      if (isRefused) deletionProblem = `Erased data stays in the replica: ${reason}`;
      log.warn({ reason }, 'erased data could not be removed from the replica');
    }
  }

  return {
    /** Starts what is not running, checks whether the replica is complete, and deletes what is outdated. Never rejects. */
    check(): Promise<void> {
      checking ??= checkOnce().finally(() => {
        checking = undefined;
      });
      return checking;
    },

    /**
     * Empties the write-ahead log by `truncate`. Litestream is stopped meanwhile, and begins a new generation. The
     * earlier ones are deleted once it is complete: they contain what was erased.
     */
    async renew<Result>(truncate: () => Promise<Result>): Promise<Result> {
      await checking;
      isPaused = true;
      const isRunning = litestream !== undefined;
      try {
        await stopLitestream();
        // Otherwise a check may take the earlier generation for the current one, and delete nothing.
        await rm(getStateFolder(database), { recursive: true, force: true });
        const result = await truncate();
        hasOutdated = isRunning;
        return result;
      } finally {
        isPaused = false;
        renewedAt = now().getTime();
        if (isRunning && !isStopped) startAgain();
      }
    },

    /**
     * Returns whether a new generation should begin: the write-ahead log, which only grows during the replication, is
     * large, or the generation is a day old and contains what was deleted since.
     */
    isRenewalDue(): boolean {
      const sizes = [`${database}-wal`, database].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
      const [logBytes = 0, databaseBytes = 0] = sizes;
      if (logBytes > Math.min(Math.max(databaseBytes, minLargeLogBytes), maxLogBytes)) return true;
      return litestream !== undefined && now().getTime() - renewedAt > retentionHours * hourMs;
    },

    async stop(): Promise<void> {
      isStopped = true;
      await checking;
      await stopLitestream();
    },

    pid: () => litestream?.pid(),

    status(): ReplicaStatus {
      const lagMs = caughtUpAt === undefined ? null : now().getTime() - caughtUpAt;
      const isBehind = lagMs !== null && lagMs > maxLagMs;
      const reason = isBehind ? (litestream?.lastError() ?? 'The store does not accept the changes.') : deletionProblem;
      return {
        place: store.name,
        lagSeconds: lagMs === null ? null : Math.round(lagMs / 1000),
        problem: problem ?? reason,
      };
    },
  };
}

/** @returns undefined until the current generation is complete, and if another installation owns the replica */
async function findOutdated(store: ObjectStore, dataDir: string) {
  const generations = await listGenerations(store, { onlyComplete: false });
  const current = readGeneration(dataDir);
  // Read after the list, so that it contains no generation of an installation that takes over meanwhile.
  const owner = await readOwner(store);
  const isComplete = generations.some((each) => each.id === current && each.isComplete);
  return isComplete && owner?.id === readId(dataDir) ? generations.filter(({ id }) => id !== current) : undefined;
}

/**
 * Makes this installation the owner of a replica, if it has none or if `isTakeover`.
 *
 * @returns the owner
 * @throws ObjectStoreError
 */
export async function claimReplica(
  store: ObjectStore,
  dataDir: string,
  { now, isTakeover = false }: { now: Date; isTakeover?: boolean },
): Promise<Owner> {
  const id = readId(dataDir) ?? (await createId(dataDir));
  const own = { id, since: now.toISOString() };
  const choose = (owner: Owner | undefined) => (owner && (owner.id === id || !isTakeover) ? owner : own);
  let chosen = choose(await readOwner(store));
  if (chosen !== own) return chosen;
  await store.probe();
  const change = (content: Uint8Array | undefined) => {
    chosen = choose(parseOwner(store, content));
    return chosen === own ? JSON.stringify(own) : undefined;
  };
  await store.update(ownerKey, change, { contentType: 'application/json', cacheControl: 'no-store' });
  return chosen;
}

const getIdFile = (dataDir: string) => join(dataDir, idFile);

/** A random value that no backup contains, so that a restored copy is another installation. */
function readId(dataDir: string): string | undefined {
  const file = getIdFile(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

async function createId(dataDir: string): Promise<string> {
  const id = randomUUID();
  await writeNewFile(getIdFile(dataDir), id);
  return id;
}

/**
 * Describes the replica for `doctor`.
 *
 * @returns when it was last written; undefined if this installation has not written anything yet
 * @throws Error with a sentence if this installation cannot replicate
 */
export async function inspectReplica(location: StoreLocation, dataDir: string): Promise<Date | undefined> {
  const store = openObjectStore(location);
  await store.probe();
  const owner = await readOwner(store);
  if (owner && owner.id !== readId(dataDir)) throw new Error(describeOwner(store, owner));
  // Deleting a missing object needs the same permission.
  await store.delete(`${generationsPrefix}none`).catch((error: Error) => {
    throw new Error(`Nothing can be deleted there, so erased data stays in the replica. ${error.message}`);
  });
  const current = readGeneration(dataDir);
  const generations = await listGenerations(store);
  return generations.find(({ id }) => id === current)?.writtenAt;
}

const readOwner = async (store: ObjectStore) => parseOwner(store, await store.get(ownerKey));

/** @throws Error with a sentence if the content is damaged */
function parseOwner(store: ObjectStore, content: Uint8Array | undefined): Owner | undefined {
  if (!content) return undefined;
  try {
    return ownerSchema.parse(JSON.parse(new TextDecoder().decode(content)));
  } catch {
    throw new Error(
      `${ownerKey} in the store ${store.name} cannot be read. Delete it if only this product writes there.`,
    );
  }
}

const describeOwner = (store: ObjectStore, { since }: Owner) =>
  `Since ${since}, another installation replicates to ${store.name}. If it is gone, run: npm run cli -- replica claim`;
