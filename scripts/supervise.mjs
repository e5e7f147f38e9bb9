import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeOutput } from './output.mjs';
import { StepFailure } from './steps.mjs';

const readyPollMs = 40;

/**
 * @typedef {{
 *   name: string, file: string, args: string[], cwd?: string, env?: NodeJS.ProcessEnv, onOutput?: (text: string) => void,
 *   onState?: (message: any) => void,
 * }} ChildSpec `onOutput` is told what the child prints, which is shown as well; `onState` gets the messages it sends.
 */

/**
 * @typedef {ChildSpec & {
 *   delayMs: number, isReady: boolean, isUpgrading: boolean, startedAt: number, timer?: NodeJS.Timeout,
 *   process?: import('node:child_process').ChildProcess, ended: Promise<string>,
 * }} Child `delayMs` is the pause before its next restart; `ended` resolves to why its present process ended.
 */

/**
 * Keeps child processes running. A child that ends before it was ready fails the start: a wrong setting does not
 * heal by trying again. Later it is started again, with a growing delay that a long healthy life resets.
 * @param {{ log: (line: string) => void, graceMs?: number, firstDelayMs?: number, maxDelayMs?: number, healthyMs?: number }} options
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
      // Children notice by the closed channel that we are gone, also after a kill -9.
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
     * Starts a child and resolves once each of `urls` has answered 200; without any, at once.
     * @param {ChildSpec} spec
     * @param {{ urls?: string[], timeoutMs?: number }} [ready]
     * @throws {StepFailure} when the child ends before that, or is not ready in time. While it says that it upgrades its
     *   data, the time does not count: a child that is ended in the middle would begin again, for ever.
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
      // It may have ended between its last answer and now.
      if (!child.process) onEnd(child, 'just after it was ready');
    },

    /**
     * Stops the children of this name for good, also one that waits for its restart. Another may be started afterwards.
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

    /** Asks every child to end, waits, and kills what is left after the grace period. */
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
  let isTold = false;
  while (performance.now() < deadline) {
    if (endReason) {
      throw new StepFailure(`The ${child.name} ended while it was starting (${endReason}).`, {
        advice: 'What it printed above says why.',
      });
    }
    if (await answersOk(url)) return;
    await sleep(readyPollMs);
    if (!child.isUpgrading || performance.now() < deadline) continue;
    if (!isTold) log(`The ${child.name} upgrades its data. With many enquiries this takes minutes; do not stop it.`);
    isTold = true;
    deadline = performance.now() + timeoutMs;
  }
  throw new StepFailure(`The ${child.name} did not become ready within ${timeoutMs / 1000} s (${url}).`, {
    advice: 'What it printed above may say why.',
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
