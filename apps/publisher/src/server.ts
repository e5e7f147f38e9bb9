import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { configOrExit } from '@threadline/config/config-or-exit';
import { createLogOutput, ignoreErrorOutput } from '@threadline/config/log-output';
import { holdLock } from '@threadline/config/process-lock';
import { openTarget } from '@threadline/publish-targets/open-target';
import { pino } from 'pino';
import { createApiClient } from './api-client.ts';
import { createApp } from './app.ts';
import { createBundleWatcher } from './bundle-watcher.ts';
import { configFromProcess, loadSecrets } from './config.ts';
import { createDeliveries } from './deliveries/deliveries.ts';
import { describeError, PublishFailure } from './publish-failure.ts';
import { createPublisher, createQueue } from './publisher.ts';
import { createMediaCache } from './release/media.ts';
import { createReleaseStore } from './release/release-store.ts';

const maxStopMs = 5000;
const reportTargetsMs = 30_000;
const maxRequestMs = 10_000;
const idleConnectionMs = 65_000;

ignoreErrorOutput();
const config = configOrExit(configFromProcess);
const log = pino({ name: 'publisher', level: config.logLevel }, createLogOutput());
try {
  // Before anything else: a second publisher that is started by mistake ends here, before it touches any file.
  holdLock(config.dataDir, 'publisher');
} catch (error) {
  log.fatal(describeError(error));
  process.exit(1);
}
const secrets = loadSecretsOrExit();
const workDir = join(config.dataDir, 'publisher');

const stopping = new AbortController();
const api = createApiClient({ apiUrl: config.apiUrl, token: secrets.token, signal: stopping.signal });
const code = createBundleWatcher({
  rendererDir: config.rendererDir,
  assetsDir: join(workDir, 'assets'),
  timeoutMs: config.renderTimeoutMs,
  idleMs: config.renderIdleMs,
  log,
});
const store = createReleaseStore(join(config.dataDir, 'releases'), config.retention);
const media = createMediaCache(join(workDir, 'media'), api.media);
const deliveries = createDeliveries({
  publicUrl: config.publicUrl,
  destinations: config.targets.map((settings) => ({ settings, target: openTarget(settings) })),
  reportTargets: api.reportTargets,
  report: api.report,
  timeoutMs: config.liveTimeoutMs,
  log,
});
const round = createPublisher({ api, code, store, media, deliveries, log });

let lastReason = '';
const queue = createQueue(async () => {
  try {
    const pauseMs = await round();
    lastReason = '';
    return pauseMs;
  } catch (error) {
    // The API may be starting; the poll retries. The error is logged once, not with every poll.
    const reason = describeError(error);
    if (reason !== lastReason && !stopping.signal.aborted) log.warn({ reason }, 'the API is out of reach');
    lastReason = reason;
    return 0;
  }
});

const app = createApp({
  webhookSecret: secrets.webhook,
  onEvent: (revision) => {
    log.debug({ revision }, 'webhook');
    queue.trigger();
  },
  token: secrets.token,
  // The code that renders the next release.
  getRenderer: () => {
    const loaded = code.loaded();
    if (!loaded) throw new PublishFailure([{ detail: 'The compiled site is not loaded.' }], { isPermanent: false });
    return loaded.renderer;
  },
  notReady: () => (code.isReady() ? undefined : 'The compiled site is not loaded.'),
});

const server = serve(
  {
    fetch: app.fetch,
    port: config.http.port,
    hostname: config.http.host,
    // Longer than the API keeps idle connections, so that a webhook never uses one that is being closed.
    serverOptions: { keepAliveTimeout: idleConnectionMs, requestTimeout: maxRequestMs },
  },
  ({ port }) => {
    log.info({ port }, 'listening');
    start().catch((error) => {
      log.fatal({ reason: describeError(error) }, 'the publisher cannot start');
      process.exit(1);
    });
  },
);
server.on('error', (error) => {
  log.fatal({ reason: describeError(error) }, 'the publisher cannot listen');
  process.exit(1);
});

let poll: NodeJS.Timeout | undefined;

function loadSecretsOrExit() {
  try {
    return loadSecrets(config);
  } catch (error) {
    log.fatal(describeError(error));
    process.exit(1);
  }
}

async function start(): Promise<void> {
  try {
    const damaged = await store.open(media);
    if (damaged) log.error({ release: damaged }, 'the live release is missing or damaged; it is rendered again');
  } catch (error) {
    // Each round reads the release that it needs, and reports to the API why it fails.
    log.error({ reason: describeError(error) }, 'the releases cannot be opened');
  }
  await code
    .latest()
    .catch((error) => log.error({ reason: describeError(error) }, 'the compiled site cannot be loaded'));
  if (stopping.signal.aborted) return;
  queue.trigger();
  poll = setInterval(queue.trigger, config.pollIntervalMs);
  setInterval(deliveries.reportAgain, reportTargetsMs).unref();
}

/** Every step on disk can be interrupted at any moment, so stopping only has to be quick. */
async function stop(): Promise<void> {
  if (stopping.signal.aborted) return;
  setTimeout(() => process.exit(0), maxStopMs).unref();
  clearInterval(poll);
  stopping.abort();
  server.close();
  await Promise.all([queue.stop(), deliveries.stop()]);
  await code.stop();
  process.exit(0);
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// The supervisor has the other end of the channel, which closes even if the supervisor is killed.
process.once('disconnect', stop);
if (process.connected === false) stop();
