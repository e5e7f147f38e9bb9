/**
 * The entry point of every task (`npm start`, `npm test`, …). Plain JavaScript without dependencies, for Node 18 and
 * later, because it runs before anything is installed.
 */
import { findBrowser } from './browser.mjs';
import { onStopRequest, runCommand, stopCommands } from './processes.mjs';
import { dev, start } from './serve.mjs';
import { nodeFlags } from './settings.mjs';
import { createSteps, describeFailure, StepFailure } from './steps.mjs';
import { root } from './toolchain.mjs';
import { check, test } from './verify.mjs';
import { buildApps, prepareDependencies } from './workspace.mjs';

const stopGraceMs = 5000;

/** @type {Record<string, (args: string[]) => Promise<void>>} */
const tasks = {
  start,
  dev,
  test: stoppable(test),
  check: stoppable(check),
  build: stoppable(build),
  'build:site': stoppable(buildSite),
  bench: stoppable(bench),
  cli: stoppable(cli),
};

async function build() {
  const steps = createSteps({ total: 4 });
  const toolchain = await prepareDependencies(steps);
  await steps.run('Build', () => buildApps(toolchain));
}

/** Builds the static site into apps/site/dist. Never cached: its content comes from CONTENT_URL or content-seed. */
async function buildSite() {
  await runNode(await prepareDependencies(createSteps({ total: 3 })), ['build.ts', 'static'], 'apps/site');
}

async function bench(args) {
  const steps = createSteps({ total: 5 });
  const toolchain = await prepareDependencies(steps);
  await steps.run('Build', () => buildApps(toolchain));
  const browser = await steps.run('Chromium', findBrowser);
  const env = { ...toolchain.env, CHROMIUM_PATH: browser };
  await runNode({ ...toolchain, env }, ['apps/e2e/bench/run.ts', ...args]);
}

/** Prints steps to standard error, and only those that do something: the output of a command may be piped. */
async function cli(args) {
  const steps = createSteps({ total: 3, out: process.stderr, onlyWork: true });
  await runNode(await prepareDependencies(steps), ['apps/api/src/cli.ts', ...args]);
}

async function runNode({ node, env }, args, folder = '.') {
  const { code } = await runCommand(node, [...nodeFlags(), ...args], { cwd: `${root}/${folder}`, env, show: true });
  process.exitCode = code;
}

/** Returns a task that stops on a signal: its programs receive SIGTERM and have time to clean up. */
function stoppable(task) {
  return (args) => {
    onStopRequest(async () => {
      await stopCommands(stopGraceMs);
      process.exit(130);
    });
    return task(args);
  };
}

async function main([name = '', ...args]) {
  if (Number.parseInt(process.versions.node, 10) < 18) {
    throw new StepFailure(`Node 18 or later is required; this is ${process.versions.node}.`);
  }
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (!task) throw new StepFailure(`There is no task "${name}". The tasks: ${Object.keys(tasks).join(', ')}.`);
  await task(args);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(describeFailure(error));
  process.exit(1);
});
