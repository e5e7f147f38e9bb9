import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { StepFailure } from './steps.mjs';

// An import would read every export of the module, and with that load the client for WebSockets: 7 MB in a process that
// otherwise needs 17 MB.
const { get } = /** @type {typeof import('node:http')} */ (createRequire(import.meta.url)('node:http'));

const readyPollMs = 40;
const maxAnswerMs = 2000;

/**
 * @typedef {{ name: string, file: string, args: string[], cwd?: string, env?: NodeJS.ProcessEnv,
 * write?: (text: string) => void, onState?: (message: any) => void }} ChildSpec
 * `write` prints the standard output of the child, by default unchanged; `onState` receives its messages.
 *
 * @typedef {ChildSpec & { delayMs: number, isReady: boolean, isUpgrading?: boolean, startedAt: number,
 * timer?: NodeJS.Timeout, process?: import('node:child_process').ChildProcess, ended: Promise<string> }} Child
 * `delayMs` is the pause before its next restart; `ended` resolves to the reason why its process ended.
 */

/**
 * Keeps child processes running. A child that ends before it is ready fails the start, because a restart does not
 * correct a wrong setting. Later it is restarted, with a growing delay that is reset after a long healthy run.
 */
export function createSupervisor({ log, graceMs = 10_000, firstDelayMs = 500, maxDelayMs = 30_000 }) {
  const healthyMs = 60_000;
  /** @type {Set<Child>} */
  const children = new Set();
  let isStopping = false;

  function launch(child) {
    const { file, args, cwd, env, write, onState } = child;
    // The channel closes when the supervisor is gone, also after SIGKILL; the child notices it.
    const started = spawn(file, args, { cwd, env, stdio: ['ignore', write ? 'pipe' : 'inherit', 'inherit', 'ipc'] });
    Object.assign(child, { startedAt: performance.now(), process: started, isUpgrading: false });
    started.stdout?.setEncoding('utf8').on('data', write);
    started.on('message', (state) => {
      if (state === 'upgrading' || state === 'upgraded') child.isUpgrading = state === 'upgrading';
      onState?.(state);
    });
    child.ended = new Promise((resolve) => {
      const end = (reason) => {
        if (child.process !== started) return;
        child.process = undefined;
        resolve(reason);
        restartLater(child, reason);
      };
      started.once('exit', (code, signal) => end(signal ? `signal ${signal}` : `exit code ${code}`));
      started.once('error', (error) => end(error.message));
    });
  }

  function restartLater(child, reason) {
    if (isStopping || !child.isReady) return;
    if (performance.now() - child.startedAt > healthyMs) child.delayMs = firstDelayMs;
    log(`The ${child.name} ended (${reason}). Starting it again in ${child.delayMs / 1000} s.`);
    child.timer = setTimeout(() => launch(child), child.delayMs);
    child.delayMs = Math.min(child.delayMs * 2, maxDelayMs);
  }

  function terminate(child) {
    clearTimeout(child.timer);
    child.process?.kill('SIGTERM');
    return child.ended;
  }

  return {
    /**
     * Starts a child and resolves once each of `urls` has responded with 200; without any, at once.
     *
     * @param {ChildSpec} spec
     * @param {{ urls?: string[], timeoutMs?: number }} [ready]
     * @throws {StepFailure} when the child ends before that, or is not ready in time. The time of a data upgrade does
     * not count: a child that is killed during an upgrade would start it again and again.
     */
    async start(spec, { urls = [], timeoutMs = 60_000 } = {}) {
      const ended = Promise.resolve('');
      /** @type {Child} */
      const child = { ...spec, delayMs: firstDelayMs, isReady: urls.length === 0, startedAt: 0, ended };
      children.add(child);
      launch(child);
      for (const url of urls) await waitUntilReady(child, url, { timeoutMs, log });
      child.isReady = true;
      // It may have ended since its last response.
      if (!child.process) restartLater(child, 'just after it was ready');
    },

    /** Stops the child of this name, even if it waits for its restart. Another one can be started afterwards. */
    async stopChild(name) {
      const stopped = [...children].filter((child) => child.name === name);
      for (const child of stopped) {
        children.delete(child);
        child.isReady = false;
      }
      await Promise.all(stopped.map(terminate));
    },

    /** Sends SIGTERM to every child, waits, and kills the remaining ones after the grace period. */
    async stop() {
      isStopping = true;
      const timer = setTimeout(() => {
        for (const { name, process } of children) {
          if (!process) continue;
          log(`The ${name} did not stop within ${graceMs / 1000} s and is killed.`);
          process.kill('SIGKILL');
        }
      }, graceMs);
      await Promise.all([...children].map(terminate));
      clearTimeout(timer);
    },
  };
}

async function waitUntilReady(child, url, { timeoutMs, log }) {
  let endReason = '';
  child.ended.then((reason) => {
    endReason = reason;
  });
  let deadline = performance.now() + timeoutMs;
  let isReported = false;
  while (performance.now() < deadline) {
    if (endReason) {
      throw new StepFailure(`The ${child.name} ended while it was starting (${endReason}).`, {
        advice: 'Its output above has the reason.',
      });
    }
    if ((await getFrom(url))?.status === 200) return;
    await sleep(readyPollMs);
    if (!child.isUpgrading || performance.now() < deadline) continue;
    if (!isReported)
      log(`The ${child.name} upgrades its data. With many enquiries this takes minutes; do not stop it.`);
    isReported = true;
    deadline = performance.now() + timeoutMs;
  }
  throw new StepFailure(`The ${child.name} did not become ready within ${timeoutMs / 1000} s (${url}).`, {
    advice: 'Its output above may have the reason.',
  });
}

/**
 * Sends a GET request to a server of this product.
 *
 * @param {string} url
 * @returns {Promise<{ status: number, retryAfter: number, body: string } | undefined>} undefined if it does not answer
 */
export function getFrom(url) {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: maxAnswerMs }, async (response) => {
      const body = await text(response).catch(() => '');
      resolve({ status: response.statusCode ?? 0, retryAfter: Number(response.headers['retry-after'] ?? 0), body });
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(undefined));
  });
}
