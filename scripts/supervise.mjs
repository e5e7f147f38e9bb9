import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeOutput } from './processes.mjs';
import { StepFailure } from './steps.mjs';

const readyPollMs = 40;

/**
 * @typedef {{ name: string, file: string, args: string[], cwd?: string, env?: NodeJS.ProcessEnv,
 * onOutput?: (text: string) => void, onState?: (message: any) => void, }} ChildSpec
 * `onOutput` receives the output of the child, which is printed as well; `onState` receives its messages.
 */

/**
 * @typedef {ChildSpec & { delayMs: number, isReady: boolean, isUpgrading: boolean, startedAt: number, timer?:
 * NodeJS.Timeout,
 * process?: import('node:child_process').ChildProcess, ended: Promise<string>, }} Child
 * `delayMs` is the pause before its next restart; `ended` resolves to the reason why its process ended.
 */

/**
 * Keeps child processes running. A child that ends before it is ready fails the start, because a restart does not
 * correct a wrong setting. Later it is restarted, with a growing delay that is reset after a long healthy run.
 *
 * @param {{ log: (line: string) => void, graceMs?: number, firstDelayMs?: number, maxDelayMs?: number, healthyMs?:
 * number }} options
 */
export function createSupervisor({
  log,
  graceMs = 10_000,
  firstDelayMs = 500,
  maxDelayMs = 30_000,
  healthyMs = 60_000,
}) {
  /** @type {Set<Child>} */
  const children = new Set();
  let isStopping = false;

  /** @param {Child} child */
  function launch(child) {
    child.startedAt = performance.now();
    const started = spawn(child.file, child.args, {
      cwd: child.cwd,
      env: child.env,
      // The channel closes when the supervisor is gone, also after SIGKILL; the child notices it.
      stdio: ['ignore', child.onOutput ? 'pipe' : 'inherit', 'inherit', 'ipc'],
    });
    started.stdout?.setEncoding('utf8').on('data', (text) => {
      writeOutput(text);
      child.onOutput?.(text);
    });
    child.process = started;
    child.isUpgrading = false;
    started.on('message', (state) => {
      if (state === 'upgrading' || state === 'upgraded') child.isUpgrading = state === 'upgrading';
      child.onState?.(state);
    });
    child.ended = new Promise((resolve) => {
      const end = (reason) => {
        if (child.process !== started) return;
        child.process = undefined;
        resolve(reason);
        onEnd(child, reason);
      };
      started.once('exit', (code, signal) => end(signal ? `signal ${signal}` : `exit code ${code}`));
      started.once('error', (error) => end(error.message));
    });
  }

  /** @param {Child} child @param {string} reason */
  function onEnd(child, reason) {
    if (isStopping || !child.isReady) return;
    if (performance.now() - child.startedAt > healthyMs) child.delayMs = firstDelayMs;
    log(`The ${child.name} ended (${reason}). Starting it again in ${child.delayMs / 1000} s.`);
    child.timer = setTimeout(() => launch(child), child.delayMs);
    child.delayMs = Math.min(child.delayMs * 2, maxDelayMs);
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
      /** @type {Child} */
      const child = {
        ...spec,
        delayMs: firstDelayMs,
        isReady: urls.length === 0,
        isUpgrading: false,
        startedAt: 0,
        ended: Promise.resolve(''),
      };
      children.add(child);
      launch(child);
      for (const url of urls) await untilReady(child, url, { timeoutMs, log });
      child.isReady = true;
      // It may have ended since its last response.
      if (!child.process) onEnd(child, 'just after it was ready');
    },

    /**
     * Stops the child of this name, even if it waits for its restart. Another one can be started afterwards.
     *
     * @param {string} name
     */
    async stopChild(name) {
      const stopped = [...children].filter((child) => child.name === name);
      for (const child of stopped) {
        children.delete(child);
        child.isReady = false;
        clearTimeout(child.timer);
        child.process?.kill('SIGTERM');
      }
      await Promise.all(stopped.map((child) => child.ended));
    },

    /** Sends SIGTERM to every child, waits, and kills the remaining ones after the grace period. */
    async stop() {
      isStopping = true;
      for (const child of children) {
        clearTimeout(child.timer);
        child.process?.kill('SIGTERM');
      }
      const timer = setTimeout(() => {
        for (const child of children) {
          if (!child.process) continue;
          log(`The ${child.name} did not stop within ${graceMs / 1000} s and is killed.`);
          child.process.kill('SIGKILL');
        }
      }, graceMs);
      await Promise.all([...children].map((child) => child.ended));
      clearTimeout(timer);
    },
  };
}

/** @param {Child} child @param {string} url @param {{ timeoutMs: number, log: (line: string) => void }} options */
async function untilReady(child, url, { timeoutMs, log }) {
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
    if (await answersOk(url)) return;
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

function answersOk(url) {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 2000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
}
