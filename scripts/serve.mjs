import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ignoreOutputErrors, onStopRequest, stopCommands, writeOutput } from './processes.mjs';
import { nodeFlags, readSettings, refuseBusyPort } from './settings.mjs';
import { createSteps } from './steps.mjs';
import { createSupervisor, getFrom } from './supervise.mjs';
import { root } from './toolchain.mjs';
import { prepareProduct, prepareSteps } from './workspace.mjs';

// A small young generation keeps idle memory low: both servers allocate little that lives long.
const memoryFlags = ['--max-semi-space-size=2'];
/**
 * glibc keeps a pool of freed memory for each thread, and raises its thresholds with every large block that is freed.
 * Fixed thresholds return the memory of rendering and compressing: 70 MB after twenty edits.
 */
const mallocSettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '65536' };
const adminDevPort = 5173;
const siteDevPort = 4321;
const commandGraceMs = 2000;
const maxHealthWaitMs = 60_000;
const healthPollMs = 40;
/** A problem with a longer Retry-After does not resolve itself during the start. */
const maxShortRetrySeconds = 5;

/** In a log line of the first start: the link that creates the first account. The summary repeats it. */
const setupLink = /"link":"([^"#]+\/admin\/setup#[^"]+)"/;

/** `npm start`: installs, builds and serves the product until it is stopped. */
export function start() {
  return serve({ watch: false });
}

/** `npm run dev`: like start, but every app reloads after changes of its source. */
export function dev() {
  return serve({ watch: true });
}

async function serve({ watch }) {
  const beganAt = performance.now();
  ignoreOutputErrors();
  const supervisor = createSupervisor({ log: (line) => writeOutput(`${line}\n`) });
  onStopRequest(async () => {
    await Promise.all([stopCommands(commandGraceMs), supervisor.stop()]);
    process.exit(0);
  });
  const settings = await readSettings();
  await refuseBusyPort(settings);
  const steps = createSteps({ total: prepareSteps + (watch ? 4 : 2) });
  const toolchain = await prepareProduct(steps);
  // In a terminal, the steps and the summary are the output: log lines in JSON appear for warnings and errors only.
  const isForReaders = Boolean(process.stdout.isTTY) && !watch && !settings.logLevel;
  let link;
  const writeApi = (text) => {
    link ??= setupLink.exec(text)?.[1];
    const lines = text.split(/(?<=\n)/);
    writeOutput(isForReaders ? lines.filter((line) => !setupLink.test(line)).join('') : text);
  };
  const log = { env: isForReaders ? { LOG_LEVEL: 'warn' } : {}, writeApi };
  let state;
  try {
    state = await startServers({ steps, supervisor, toolchain, settings, watch, log });
    if (watch) await startDevServers({ steps, supervisor, toolchain, settings });
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
  printStart({ settings, watch, setupLink: link, ...state, seconds: (performance.now() - beganAt) / 1000 });
}

/**
 * Starts the API and then the publisher. In recovery mode there is nothing to publish: the publisher starts when the
 * API serves the product again. Once the API serves pages, a problem of publishing or storage does not fail the start,
 * because visitors would lose the page.
 *
 * @param log the log settings of both servers, and the function that prints the log of the API
 * @returns {Promise<{ isRecovering: boolean, problem?: string }>} `problem`: why the product is not healthy
 */
async function startServers({ steps, supervisor, toolchain, settings, watch, log }) {
  const { port, publisherPort } = settings;
  const apiUrl = localUrl(settings);
  const flags = [...(watch ? ['--watch', '--watch-preserve-output'] : memoryFlags), ...nodeFlags()];
  const spec = (name, env) => ({
    name,
    file: toolchain.node,
    // Development runs the sources; otherwise the bundles start faster and take a third of the memory.
    args: [...flags, join('apps', name, ...(watch ? ['src', 'server.ts'] : ['dist', 'server.js']))],
    cwd: root,
    env: { ...mallocSettings, ...toolchain.env, ...log.env, DATA_DIR: settings.dataDir, ...env },
  });
  const env = { PORT: String(port), HOST: settings.host, PUBLISHER_URL: `http://127.0.0.1:${publisherPort}` };
  let isRecovering = false;
  let stopped = Promise.resolve();
  const onState = (state) => {
    if (state.state === 'recovering') {
      isRecovering = true;
      // A running publisher would use the previous secrets and folders.
      stopped = supervisor.stopChild(publisher.name);
      writeOutput(
        `\n  Recovery mode. The admin and the lines below list the next steps.\n\n    ${state.lines.join('\n    ')}\n\n`,
      );
    }
    if (state !== 'serving' || !isRecovering) return;
    isRecovering = false;
    writeOutput('  The data can be read again; the publisher is starting.\n');
    stopped.then(() => supervisor.start(publisher)).catch((error) => writeOutput(`${error.message}\n`));
  };
  const api = { ...spec('api', env), write: log.writeApi, onState };
  const publisher = spec('publisher', { PUBLISHER_PORT: String(publisherPort), API_URL: apiUrl });
  const startApi = async () => {
    await supervisor.start(api, { urls: [`${apiUrl}/api/livez`] });
    return { result: 'ready' };
  };
  const startPublisher = async () => {
    await supervisor.start(publisher);
    const problem = await waitForHealth(`${apiUrl}/api/health`, () => isRecovering);
    // It was stopped above.
    if (isRecovering) return { result: 'recovering' };
    return { result: problem ? 'not healthy' : 'ready', value: problem };
  };
  await steps.run('API', startApi, { isShared: true });
  if (isRecovering) return { isRecovering };
  const problem = await steps.run('Publisher', startPublisher, { isShared: true });
  return { isRecovering, problem };
}

/**
 * Waits until the first release is live and the publisher has called the API.
 *
 * @param {() => boolean} isOver whether waiting has become pointless
 * @returns {Promise<string | undefined>} why the product is not healthy: immediately if the response has a long
 * `Retry-After`, as with a full disk; otherwise after a minute
 */
async function waitForHealth(url, isOver) {
  const deadline = performance.now() + maxHealthWaitMs;
  while (!isOver()) {
    const reply = await getFrom(url);
    if (reply?.status === 200) return undefined;
    const isLasting = (reply?.retryAfter ?? 0) > maxShortRetrySeconds;
    if (isLasting || performance.now() > deadline) return readDetail(reply?.body);
    await sleep(healthPollMs);
  }
}

/** @param {string} [body] a problem in JSON, as the API answers */
function readDetail(body = '') {
  try {
    return JSON.parse(body).detail;
  } catch {
    return 'The API does not answer.';
  }
}

async function startDevServers({ steps, supervisor, toolchain, settings }) {
  const apiUrl = localUrl(settings);
  // A fresh installation has placeholders, which only a build for a static host refuses.
  const env = { ...toolchain.env, API_URL: apiUrl, CONTENT_URL: apiUrl, ALLOW_PLACEHOLDERS: '1' };
  const run = (title, { name, script, port, path }) => {
    const cwd = join(root, 'apps', name);
    const args = [join(cwd, 'node_modules', ...script), 'dev', '--host', '127.0.0.1', '--port', String(port)];
    const child = { name: `${name} dev server`, file: toolchain.node, args, cwd, env };
    const work = () => supervisor.start(child, { urls: [`http://127.0.0.1:${port}${path}`] });
    return steps.run(title, () => work().then(() => ({ result: 'ready' })), { isShared: true });
  };
  const vite = { name: 'admin', script: ['vite', 'bin', 'vite.js'], port: adminDevPort, path: '/admin/' };
  const astro = { name: 'site', script: ['astro', 'bin', 'astro.mjs'], port: siteDevPort, path: '/' };
  await run('Admin dev server', vite);
  await run('Site dev server', astro);
}

/** Returns the local URL of the API, whatever address it listens on. */
function localUrl({ host, port }) {
  const isWildcard = host === '0.0.0.0' || host === '::' || host === 'localhost';
  const name = isWildcard ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function printStart({ settings, watch, setupLink, isRecovering, problem, seconds }) {
  const shown = settings.host === '127.0.0.1' ? `http://localhost:${settings.port}` : localUrl(settings);
  const lines = [
    ['Site', `${shown}/`],
    ['Admin', `${shown}/admin/`],
    ...(setupLink ? [['First account: open', setupLink]] : []),
    ...(watch ? [['Site, live from source', `http://127.0.0.1:${siteDevPort}/`]] : []),
    ...(watch ? [['Admin, live from source', `http://127.0.0.1:${adminDevPort}/admin/`]] : []),
    ['Data', settings.dataDir],
  ];
  const text = lines.map(([name, value]) => `    ${name.padEnd(26)}${value}`).join('\n');
  const served = problem ? 'runs, but is not healthy' : 'is ready';
  const state = isRecovering ? 'serves the last published version (recovery mode)' : served;
  writeOutput(`\n  Threadline ${state} after ${seconds.toFixed(1)} s. Ctrl-C stops it.\n\n${text}\n\n`);
  if (problem) writeOutput(`  ${problem}\n  More: npm run cli -- doctor\n\n`);
}
