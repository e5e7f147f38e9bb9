import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ensureFirstUser } from './accounts/setup.ts';
import { createApp, createFetch, createServices } from './app.ts';
import { describeSharedLocation } from './backup/location.ts';
import { describeStoppedRestores } from './backup/restore.ts';
import type { RestoreOutcome, RestoreRequest } from './backup/restores.ts';
import { scheduleBackups } from './backup/schedule.ts';
import type { Config } from './config.ts';
import { seedContent } from './content/seed.ts';
import { createDeps, type Deps } from './context.ts';
import { sendReminders } from './enquiries/sla.ts';
import { seedImages } from './media/seed.ts';
import { startHousekeeping } from './operations/housekeeping.ts';
import { describeMissingKeys, listMissingKeys } from './operations/recovery/inspect-data.ts';
import { recordAudit } from './platform/audit-log/audit-log.ts';
import { listen } from './platform/http/listen.ts';
import { openMediaStorage } from './platform/storage/media-storage.ts';
import { removeStaleTempFiles, removeStaleTempFolders } from './platform/storage/temp-folders.ts';
import { createScheduler } from './publishing/review.ts';

const maxGraceMs = 2000;

export interface RunningProduct {
  /** Ends background work, ends all requests after `graceMs` at the latest, and closes the database. */
  stop: (reason: string, graceMs?: number) => Promise<void>;
  /** Resolves when a super admin asks for a restore. */
  restoreRequested: Promise<RestoreRequest>;
}

/**
 * Opens the data, listens, and starts all background work. The lock of the data folder must be held.
 *
 * @param lastRestore how the restore ended that was made just before
 * @throws Error whose message is a sentence for the operator
 */
export async function startProduct(config: Config, lastRestore: RestoreOutcome | null): Promise<RunningProduct> {
  const stoppedRestores = describeStoppedRestores(config.dataDir);
  removeStaleTempFolders(config.dataDir);
  removeStaleTempFiles(join(config.dataDir, 'media'));
  const missingKeys = listMissingKeys(config);
  // Without these messages the supervisor would stop a long migration.
  const deps = createDeps(config, (state) => process.send?.(state));
  for (const sentence of [...stoppedRestores, ...describeMissingKeys(deps, missingKeys)]) deps.log.warn(sentence);
  try {
    // The store of the images or of the site may be public, and a backup holds personal data.
    const sharedLocation = describeSharedLocation(deps);
    if (sharedLocation) throw new Error(sharedLocation);
    return await serveProduct(deps, lastRestore);
  } catch (error) {
    deps.db.$client.close();
    throw error;
  }
}

async function serveProduct(deps: Deps, lastRestore: RestoreOutcome | null): Promise<RunningProduct> {
  const { config, log } = deps;
  const services = createServices(deps, lastRestore);
  if (lastRestore?.problem) recordFailedRestore(deps, lastRestore);
  const seeded = seedContent(services.content, config.seedDir);
  if (seeded > 0) log.info({ items: seeded }, 'content was seeded');
  await ensureFirstUser(deps);
  for (const damage of await services.liveRelease.loadCurrent(services.publishing.state().liveRelease))
    log.error(damage);

  const fetch = createFetch(createApp(deps, services), services);
  const server = await listen(fetch, config);
  const { port } = server.address() as AddressInfo;
  log.info({ port, dataDir: config.dataDir }, 'api is listening');
  process.send?.('serving');

  const scheduler = createScheduler(deps, services.publishing, [services.review, services.draftSchedule]);
  const stopBackups = scheduleBackups(deps, services.backups);
  const stopHousekeeping = startHousekeeping(deps, {
    storage: openMediaStorage(deps.config),
    queries: services.queries,
    remind: () => sendReminders(deps, services),
  });
  scheduler.start();
  services.replication.start();
  services.jobs.start();
  // After the server listens, because encoding the variants takes a while.
  seedImages(deps).catch((error: unknown) => log.error({ err: error }, 'images could not be seeded'));

  const stop = async (reason: string, graceMs: number) => {
    log.info({ reason }, 'api is stopping');
    stopBackups();
    stopHousekeeping();
    scheduler.stop();
    const jobsStopped = services.jobs.stop();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // Idle keep-alive connections and event streams would keep the server open forever.
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), graceMs).unref();
    await closed;
    await Promise.all([jobsStopped, services.replication.stop()]);
    deps.db.$client.close();
  };
  let stopped: Promise<void> | undefined;
  return {
    stop: (reason, graceMs = maxGraceMs) => {
      stopped ??= stop(reason, graceMs);
      return stopped;
    },
    restoreRequested: services.restores.requested,
  };
}

function recordFailedRestore({ db }: Deps, { id, by, at }: RestoreOutcome): void {
  recordAudit(db, { at, by, action: 'backup.restore-failed', subject: id });
}
