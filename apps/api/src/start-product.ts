import type { AddressInfo } from 'node:net';
import { createApp, createFetch, createServices } from './app.ts';
import { ensureFirstUser } from './auth/first-user.ts';
import { scheduleBackups } from './backup/schedule.ts';
import { stoppedRestores } from './backup/stopped-restores.ts';
import type { Config } from './config.ts';
import { seedContent } from './content/seed.ts';
import { createDeps, type Deps } from './deps.ts';
import { remindOfDue } from './enquiries/reminders.ts';
import { startHousekeeping } from './housekeeping.ts';
import { listen } from './http/listen.ts';
import { summarizeRefusals } from './http/refusal-summary.ts';
import { seedImages } from './images/seed.ts';
import { openMediaStorage } from './images/storage.ts';
import { keyOldProofs } from './privacy/proof.ts';
import { startRetention } from './privacy/retention.ts';
import { createDeliverer } from './publishing/deliver.ts';
import { createScheduler } from './publishing/scheduler.ts';
import { removeStoppedWork } from './scratch.ts';

/**
 * Opens the data, listens, and starts everything that runs beside the requests. The lock of the data folder must be held.
 *
 * @returns what stops all of it and ends the process
 * @throws Error whose message is a sentence for the operator
 */
export async function startProduct(config: Config): Promise<(signal: string) => void> {
  const told = stoppedRestores(config.dataDir);
  removeStoppedWork(config.dataDir);
  // The supervisor waits for as long as an upgrade takes.
  const deps = createDeps(config, (state) => process.send?.(state));
  for (const sentence of told) deps.log.warn(sentence);
  try {
    return await serveProduct(deps);
  } catch (error) {
    deps.db.$client.close();
    throw error;
  }
}

async function serveProduct(deps: Deps): Promise<(signal: string) => void> {
  const { config, log } = deps;
  keyOldProofs(deps.db, deps.secrets.erasureKey);
  const services = createServices(deps);
  const seeded = seedContent(services.content, config.seedDir);
  if (seeded > 0) log.info({ items: seeded }, 'content was seeded');
  await ensureFirstUser(deps);
  for (const damage of await services.liveRelease.loadCurrent(services.publishing.state().liveRelease))
    log.error(damage);

  const fetch = createFetch(createApp(deps, services), services);
  const server = await listen(fetch, config);
  const writeRefusals = summarizeRefusals(server, log);
  const { port } = server.address() as AddressInfo;
  log.info({ port, dataDir: config.dataDir }, 'api is listening');
  process.send?.('serving');

  const deliverer = createDeliverer(deps, services.publishing);
  const scheduler = createScheduler(deps, services.publishing, services.review);
  deliverer.start();
  const stopBackups = scheduleBackups(deps, services.backups);
  const stopHousekeeping = startHousekeeping(deps, {
    storage: openMediaStorage(deps.config),
    remind: () => remindOfDue(deps, services),
  });
  scheduler.start();
  services.worker.start();
  const retention = startRetention(deps, services.eraser);
  // After the first page is up: making the variants takes a while and nobody waits for them.
  seedImages(deps).catch((error: unknown) => log.error({ err: error }, 'images could not be seeded'));

  return (signal) => {
    log.info({ signal }, 'api is stopping');
    writeRefusals();
    deliverer.stop();
    stopBackups();
    stopHousekeeping();
    retention.stop();
    scheduler.stop();
    const mailStopped = services.worker.stop();
    server.close(async () => {
      await mailStopped;
      deps.db.$client.close();
      process.exit(0);
    });
    // Idle keep-alive connections and event streams would hold the server open for ever.
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 2000).unref();
  };
}
