import { readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStore } from '@threadline/object-store/object-store';
import { ObjectStoreError } from '@threadline/object-store/store-error';
import type { Backup, BackupManifest, BackupSummary } from '@threadline/schema/wire/backup';
import type { Deps } from '../context.ts';
import { dayMs } from '../platform/durations.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createBackup } from './create.ts';
import { type BackupLocation, openBackupStore } from './location.ts';
import { ArchiveError, listBackupIds, listBackups, readManifest, summarize, writeSummary } from './manifest.ts';
import {
  listOffSite,
  pruneOffSite,
  readOffSiteManifest,
  refuseOtherSite,
  sendBackup,
  verifyOffSite,
  writeOffSiteSummary,
} from './off-site.ts';
import { createPlaceReader, type Place } from './place.ts';
import { findBackupSource } from './restore.ts';
import { findOldBackups } from './retention.ts';
import { type Rehearsed, type Verdict, verifyBackup } from './verify.ts';

/** Archives are packed, and downloaded backups wait, in a folder of `DATA_DIR/backups` with this prefix. */
export const packingPrefix = '.packing-';
/** Leaves time to notice that a restore or an upgrade was a mistake. */
export const copyRetentionDays = 30;

/** People wait for a list, so that an unreachable store is given up soon. */
const listing = { timeoutMs: 5000, attempts: 2 };

/**
 * Creates the store of the backups: in `DATA_DIR/backups`, or in the object store of the backup location. This process is
 * its only writer. Summaries are separate files and not rows of the database: a restore must not restore an older list.
 */
export function createBackups(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'log' | 'secrets'>,
  readFreeBytes?: (folder: string) => number,
) {
  const { config, db, now, log } = deps;
  const base = join(config.dataDir, 'backups');
  const getPlace = createPlaceReader(deps);
  let earlier: BackupManifest | undefined;
  let running: Promise<Backup> | undefined;
  const enqueue = createQueue();

  async function makeAt(place: Place): Promise<Backup> {
    await mkdir(base, { recursive: true, mode: 0o700 });
    removeDrafts(base);
    const changes = readChanges(db);
    const id = now().toISOString().replaceAll(/[:.]/g, '-');
    const folder = join(base, id);
    earlier ??= await readNewestManifest(base, place);
    const manifest = await createBackup(deps, { folder, readFreeBytes, ...(earlier && { earlier }) });
    earlier = manifest;
    const backup = await (place.location
      ? send(place, place.location, { id, manifest })
      : verifyLocal(place, { id, manifest }));
    if (backup.verification?.result === 'verified') place.backedUp = changes;
    return backup;
  }

  async function verifyLocal(place: Place, made: Made & Rehearsed): Promise<Backup> {
    const folder = join(base, made.id);
    const summary = await awaitVerification(deps, { ...made, verifying: verifyBackup(config, { folder, ...made }) });
    await writeSummary(folder, summary);
    await prune(place);
    return { id: made.id, place: 'local', ...summary };
  }

  /** Removes old backups on this machine. @returns the ids of those to remove from the object store */
  async function prune(known: Place): Promise<string[]> {
    const old = findOldBackups(await listAll(known), config.backup.keep).filter(({ id }) => id !== known.retained);
    for (const { id, place } of old) if (place === 'local') await rm(join(base, id), { recursive: true, force: true });
    return old.flatMap(({ id, place }) => (place === 'off-site' ? [id] : []));
  }

  /** Sends a backup and removes it from this machine. It stays here until it is verified in the store. */
  async function send(place: Place, location: BackupLocation, { id, manifest }: Made): Promise<Backup> {
    const folder = join(base, id);
    let store: ObjectStore;
    let summary: BackupSummary;
    let problem = 'could not be sent';
    try {
      store = openBackupStore(location);
      if (!place.isOwn) await refuseOtherSite(store, manifest.site, await refresh(place));
      place.isOwn = true;
      await sendBackup(store, { id, folder, manifest, intact: place.intact });
      problem = 'was sent, but is not verified in the store,';
      const verifying = verifyOffSite(config, { store, id, base, intact: place.intact });
      summary = await awaitVerification(deps, { id, manifest, verifying });
      await writeOffSiteSummary(store, id, summary);
      const { result, detail } = summary.verification ?? {};
      if (result !== 'verified') throw new ArchiveError(detail ?? '');
    } catch (error) {
      if (!(error instanceof ObjectStoreError || error instanceof ArchiveError)) throw error;
      await verifyLocal(place, { id, manifest });
      const detail = `The backup ${problem} and stays on this server. ${error.message}`;
      throw new ProblemError('unavailable', { detail });
    }
    await rm(folder, { recursive: true, force: true });
    const backup = { id, place: 'off-site' as const, ...summary };
    const withoutIds = (ids: string[]) => place.offSite.filter((other) => !ids.includes(other.id));
    place.offSite = sortByAge([backup, ...withoutIds([id])]);
    const old = await prune(place);
    if (await pruneOffSite(store, { old, now: now(), log })) place.offSite = withoutIds(old);
    return backup;
  }

  /** @throws ArchiveError when there is no manifest to compare the files with */
  async function verifyAgain(id: string): Promise<Backup> {
    const place = getPlace();
    const source = findBackupSource(config.dataDir, place.location, id);
    const lastResult = (await listAll(place)).find((backup) => backup.id === id)?.verification?.result;
    if (typeof source === 'string') return verifyLocal(place, { id, manifest: await readManifest(source), lastResult });
    const manifest = await readOffSiteManifest(source.store, id);
    // Nothing that an earlier verification has found counts.
    const verifying = verifyOffSite(config, { ...source, base, intact: new Map(), lastResult });
    const summary = await awaitVerification(deps, { id, manifest, verifying });
    await writeOffSiteSummary(source.store, id, summary);
    place.verified.delete(id);
    await refresh(place);
    return { id, place: 'off-site', ...summary };
  }

  const listAll = async ({ offSite }: Place) => sortByAge([...(await listBackups(base)), ...offSite]);

  async function makeAndRecord(): Promise<Backup> {
    const place = getPlace();
    try {
      const backup = await makeAt(place);
      place.failure = null;
      return backup;
    } catch (error) {
      place.failure = { at: now().toISOString(), reason: error instanceof Error ? error.message : String(error) };
      throw error;
    } finally {
      running = undefined;
    }
  }

  /** Makes and verifies a backup, and removes old ones. A call during another one shares its result. */
  const make = () => (running ??= enqueue(makeAndRecord));

  const isUnchanged = () => getPlace().backedUp === readChanges(db);

  return {
    make,

    /** Backs up the present state after a running backup, which may miss the last change. Old backups except `retained` go. */
    async makeForRestore(retained: string): Promise<void> {
      getPlace().retained = retained;
      await running?.catch(() => undefined);
      if (!isUnchanged()) await make();
    },

    /** Returns the object store that is set now, the same object until a change; undefined for `DATA_DIR/backups`. */
    location: (): BackupLocation | undefined => getPlace().location,

    /** Returns all backups, newest first, without requests to the object store. */
    listKnown: () => listAll(getPlace()),

    /** Returns all backups, newest first; `problem`: why those in the object store may be missing. */
    async list(): Promise<{ backups: Backup[]; problem: string | null }> {
      const place = getPlace();
      const problem = await refresh(place).then(
        () => null,
        (error: Error) => error.message,
      );
      return { backups: await listAll(place), problem };
    },

    /**
     * Verifies a backup that exists once more, and records the result.
     *
     * @throws ArchiveError when its manifest is missing or damaged, ObjectStoreError when its store cannot be used
     */
    verify: (id: string): Promise<Backup> => enqueue(() => verifyAgain(id)),

    /** Returns whether the database is as it was when this process made its last verified backup at the present place. */
    isUnchanged,

    /** Returns why the last backup at the present place failed since the start of this process; null when it succeeded. */
    failure: () => getPlace().failure,
  };
}

/** Lists the backups of the object store again. @returns them */
async function refresh(place: Place): Promise<Backup[]> {
  const { location, verified } = place;
  place.offSite = location ? await listOffSite(openBackupStore(location, listing), verified) : [];
  return place.offSite;
}

/** Returns the newest manifest: hashes of files that have not changed since are not computed again. */
async function readNewestManifest(base: string, { location, offSite }: Place): Promise<BackupManifest | undefined> {
  const [local] = await listBackupIds(base);
  const [sent] = offSite;
  if (location && sent && sent.id > (local ?? ''))
    return readOffSiteManifest(openBackupStore(location), sent.id).catch(() => undefined);
  return local ? readManifest(join(base, local)).catch(() => undefined) : undefined;
}

interface Made {
  id: string;
  manifest: BackupManifest;
}

interface Verifying extends Made {
  verifying: Promise<Verdict>;
}

/** Waits for the result of a verification and logs it. Returns the new summary of the backup. */
async function awaitVerification(
  { now, log }: Pick<Deps, 'now' | 'log'>,
  { id, manifest, verifying }: Verifying,
): Promise<BackupSummary> {
  const verdict = await verifying.catch((error: Error) => ({
    result: 'unverified' as const,
    detail: `The rehearsal could not be finished: ${error.message}`,
  }));
  const verification = { at: now().toISOString(), ...verdict };
  const level = verification.result === 'verified' ? 'info' : 'error';
  log[level]({ backup: id, result: verification.result }, verification.detail);
  return { ...summarize(manifest), verification };
}

/** Returns a function that runs tasks one after another: making a backup removes the temporary folders of all. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}

/**
 * Returns a text that differs after every change of a row: by this connection, or by another one. The file itself is no
 * measure, because the health check writes to it.
 */
function readChanges({ $client }: Deps['db']): string {
  const changes = $client.prepare('select total_changes()').pluck().get();
  return `${changes} ${$client.pragma('data_version', { simple: true })}`;
}

function sortByAge(backups: Backup[]): Backup[] {
  return backups.sort((one, other) => (one.id < other.id ? 1 : -1));
}

export type Backups = ReturnType<typeof createBackups>;

/**
 * Removes the temporary folders that killed backups left in `DATA_DIR/backups`. An archive may be packed or downloaded at
 * this moment, which takes less than a day.
 */
export function removeDrafts(base: string): void {
  for (const name of readdirSync(base).filter((each) => each.startsWith('.'))) {
    const path = join(base, name);
    // Another process may have finished it in between.
    const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (name.startsWith(packingPrefix) && Date.now() - mtimeMs < dayMs) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

/** Removes the copies that restores and upgrades have kept, once they are too old: they hold erased people as well. */
export async function removeOldCopies(base: string, now: Date): Promise<void> {
  const names = await readdir(base).catch(() => []);
  for (const name of names.filter((each) => /^before-(?:restore-|upgrade\.db$)/.test(each))) {
    const { mtimeMs } = await stat(join(base, name));
    if (now.getTime() - mtimeMs > copyRetentionDays * dayMs)
      await rm(join(base, name), { recursive: true, force: true });
  }
}
