import type { Server } from 'node:http';
import { type HttpBindings, serve } from '@hono/node-server';
import { configOrExit } from '@threadline/config/config-or-exit';
import { holdLock } from '@threadline/config/process-lock';
import { createApp, createFetch, createServices } from './app.ts';
import { ensureFirstUser } from './auth/first-user.ts';
import { scheduleBackups } from './backup/schedule.ts';
import { stoppedRestores } from './backup/stopped-restores.ts';
import { configFromProcess } from './config.ts';
import { seedContent } from './content/seed.ts';
import { NewerDatabaseError } from './db/migrations.ts';
import { createDeps, type Deps } from './deps.ts';
import { remindOfDue } from './enquiries/reminders.ts';
import { startHousekeeping } from './housekeeping.ts';
import { GuardedResponse, guardRefusals } from './http/guarded-response.ts';
import { limitBodyTime, serverLimits } from './http/server-limits.ts';
import { seedImages } from './images/seed.ts';
import { openMediaStorage } from './images/storage.ts';
import { keyOldProofs } from './privacy/proof.ts';
import { startRetention } from './privacy/retention.ts';
import { createDeliverer } from './publishing/deliver.ts';
import { createScheduler } from './publishing/scheduler.ts';
import { removeStoppedWork } from './scratch.ts';

const config = configOrExit(configFromProcess);
try {
  // Before the database is opened: a second product in the same folder must not touch it.
  holdLock(config.dataDir, 'api');
} catch (error) {
  refuse(error instanceof Error ? error.message : String(error));
}
// Nobody else works in the folder from here on.
const told = stoppedRestores(config.dataDir);
removeStoppedWork(config.dataDir);
const deps = openDeps();
const { log } = deps;
for (const sentence of told) log.warn(sentence);
keyOldProofs(deps.db, deps.secrets.erasureKey);
const services = createServices(deps);
const seeded = seedContent(services.content, config.seedDir);
if (seeded > 0) log.info({ items: seeded }, 'content was seeded');
await ensureFirstUser(deps);
await services.liveRelease.loadCurrent();

const fetch = createFetch(createApp(deps, services), services);
const deliverer = createDeliverer(deps, services.publishing);
let retention: ReturnType<typeof startRetention> | undefined;
const scheduler = createScheduler(deps, services.publishing, services.review);
const server = serve(
  {
    fetch: (request, env) => fetch(request, env as HttpBindings),
    port: config.http.port,
    hostname: config.http.host,
    serverOptions: { ...serverLimits, ServerResponse: GuardedResponse },
  },
  ({ port }) => {
    log.info({ port, dataDir: config.dataDir }, 'api is listening');
    deliverer.start();
    stopBackups = scheduleBackups(deps, services.backups);
    stopHousekeeping = startHousekeeping(deps, {
      storage: openMediaStorage(deps.config),
      remind: () => remindOfDue(deps, services),
    });
    scheduler.start();
    services.worker.start();
    retention = startRetention(deps, services.eraser);
    // After the first page is up: making the variants takes a while and nobody waits for them.
    seedImages(deps).catch((error: unknown) => log.error({ err: error }, 'images could not be seeded'));
  },
);
limitBodyTime(server as Server);
guardRefusals(server as Server);
server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
  const { host, port } = config.http;
  refuse(code === 'EADDRINUSE' ? `Port ${port} on ${host} is taken. Choose another one with PORT.` : message);
});

let stopBackups = (): void => {};
let stopHousekeeping = (): void => {};
let isStopping = false;

function openDeps(): Deps {
  try {
    // The supervisor waits for as long as an upgrade takes.
    return createDeps(config, (state) => process.send?.(state));
  } catch (error) {
    if (!(error instanceof NewerDatabaseError)) throw error;
    refuse(error.message);
  }
}

/** A sentence for whoever started it, instead of where in the code it was noticed. */
function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

function stop(signal: string): void {
  if (isStopping) return;
  isStopping = true;
  log.info({ signal }, 'api is stopping');
  deliverer.stop();
  stopBackups();
  stopHousekeeping();
  retention?.stop();
  scheduler.stop();
  const mailStopped = services.worker.stop();
  server.close(async () => {
    await mailStopped;
    deps.db.$client.close();
    process.exit(0);
  });
  // Idle keep-alive connections and event streams would hold the server open for ever.
  if ('closeIdleConnections' in server) server.closeIdleConnections();
  setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), 2000).unref();
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// The terminal it was started in was closed.
process.once('SIGHUP', stop);
// The supervisor holds the other end: when it is killed, nobody else would end this process.
process.once('disconnect', () => stop('disconnect'));
if (process.connected === false) stop('disconnect');
