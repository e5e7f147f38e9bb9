import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { configOrExit } from '@threadline/config/config-or-exit';
import { createLogOutput, ignoreErrorOutput } from '@threadline/config/log-output';
import { holdLock } from '@threadline/config/process-lock';
import { pino } from 'pino';
import { createApiClient } from './api-client.ts';
import { createApp } from './app.ts';
import { configFromProcess, loadSecrets } from './config.ts';
import { createPreviewer, PreviewUnavailable } from './preview/previewer.ts';
import { sentenceOf } from './publish-failure.ts';
import { createPublisher } from './publisher.ts';
import { createQueue } from './queue.ts';
import { createMediaCache } from './release/media.ts';
import { createReleaseStore } from './release/release-store.ts';
import { createCodeWatch } from './render/site-code.ts';
import { createVerifier } from './verify.ts';

const longestStopMs = 5000;
const longestRequestMs = 10_000;
const idleConnectionMs = 65_000;

ignoreErrorOutput();
const config = configOrExit(configFromProcess);
const log = pino({ name: 'publisher', level: config.logLevel }, createLogOutput());
try {
  // First of all: a second publisher started by mistake ends here, before it touches any file.
  holdLock(config.dataDir, 'publisher');
} catch (error) {
  log.fatal(sentenceOf(error));
  process.exit(1);
}
const secrets = loadSecretsOrExit();
const workDir = join(config.dataDir, 'publisher');

const stopping = new AbortController();
const api = createApiClient({ apiUrl: config.apiUrl, token: secrets.token, signal: stopping.signal });
const code = createCodeWatch({
  rendererDir: config.rendererDir,
  assetsDir: join(workDir, 'assets'),
  timeoutMs: config.renderTimeoutMs,
  log,
});
const store = createReleaseStore(join(config.dataDir, 'releases'), config.keepReleases);
const media = createMediaCache(join(workDir, 'media'), api.media);
const verifier = createVerifier({
  publicUrl: config.publicUrl,
  report: api.report,
  patienceMs: config.livePatienceMs,
  log,
});
const round = createPublisher({ api, code, store, media, expectLive: verifier.expect, log });

let lastTrouble = '';
const queue = createQueue(async () => {
  try {
    const pauseMs = await round();
    lastTrouble = '';
    return pauseMs;
  } catch (error) {
    // The API may be starting; the poll asks again. Said once, not with every poll.
    const trouble = sentenceOf(error);
    if (trouble !== lastTrouble && !stopping.signal.aborted) log.warn({ reason: trouble }, 'the API is out of reach');
    lastTrouble = trouble;
    return 0;
  }
});

const previewer = createPreviewer({
  // What the publisher has loaded: a preview is made by the code that the next release is made with.
  latestCode: () => {
    const loaded = code.loaded();
    if (!loaded) throw new PreviewUnavailable('The compiled site is not loaded.');
    return loaded;
  },
  timeoutMs: config.renderTimeoutMs,
  idleMs: config.previewIdleMs,
});

const app = createApp({
  webhookSecret: secrets.webhook,
  onEvent: (revision) => {
    log.debug({ revision }, 'webhook');
    queue.kick();
  },
  token: secrets.token,
  previewer,
  notReady: () => (code.isReady() ? undefined : 'The compiled site is not loaded.'),
});

const server = serve(
  {
    fetch: app.fetch,
    port: config.http.port,
    hostname: config.http.host,
    // The API keeps its connection; a webhook must not meet one that is just being closed.
    serverOptions: { keepAliveTimeout: idleConnectionMs, requestTimeout: longestRequestMs },
  },
  ({ port }) => {
    log.info({ port }, 'listening');
    start().catch((error) => {
      log.fatal({ reason: sentenceOf(error) }, 'the publisher cannot start');
      process.exit(1);
    });
  },
);
server.on('error', (error) => {
  log.fatal({ reason: sentenceOf(error) }, 'the publisher cannot listen');
  process.exit(1);
});

let poll: NodeJS.Timeout | undefined;

function loadSecretsOrExit() {
  try {
    return loadSecrets(config);
  } catch (error) {
    log.fatal(sentenceOf(error));
    process.exit(1);
  }
}

async function start(): Promise<void> {
  try {
    const damaged = await store.open(media);
    if (damaged) log.error({ release: damaged }, 'the live release is missing or damaged; it is rendered again');
  } catch (error) {
    // Each round reads the release that it needs, and reports to the API why it cannot.
    log.error({ reason: sentenceOf(error) }, 'the releases cannot be opened');
  }
  await code.latest().catch((error) => log.error({ reason: sentenceOf(error) }, 'the compiled site cannot be loaded'));
  if (stopping.signal.aborted) return;
  queue.kick();
  poll = setInterval(queue.kick, config.pollIntervalMs);
}

/** Every step on disk can be cut off at any moment, so stopping only has to be quick. */
async function stop(): Promise<void> {
  if (stopping.signal.aborted) return;
  setTimeout(() => process.exit(0), longestStopMs).unref();
  clearInterval(poll);
  stopping.abort();
  verifier.stop();
  server.close();
  await queue.stop();
  await Promise.all([code.stop(), previewer.stop()]);
  process.exit(0);
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// The supervisor holds the other end. If it is killed, only this channel can end this process.
process.once('disconnect', stop);
if (process.connected === false) stop();
