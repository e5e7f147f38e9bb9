import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { findFrontServers } from './front-servers.mjs';
import { runCommand } from './processes.mjs';
import { createSteps, describeFailure, StepFailure } from './steps.mjs';
import { summarisePlaywright, summariseVitest } from './test-report.mjs';
import { prepareToolchain, root } from './toolchain.mjs';
import { buildApps, installDependencies, turbo } from './workspace.mjs';

/**
 * @typedef {import('./toolchain.mjs').Toolchain} Toolchain
 * @typedef {{ passed: number, failed: number, trials?: string[] }} Counts
 * @typedef {{ id: string, title: string, run: (tools: Toolchain) => Promise<{ result: string, value?: Counts }>,
 * isParallel?: true }} Step
 * `isParallel`: runs at the same time as the step before it.
 */

const biome = '@biomejs/biome/bin/biome';
const repairAdvice = 'Most of these are fixed by: npm run check -- --fix';

/** Free memory that the temporary files of the tests need. */
const minFreeBytes = 6 * 1024 ** 3;

/** @type {Step[]} */
const checks = [
  { id: 'lint', title: 'Format and lint', run: (tools) => runTool(tools, `${biome} check`, repairAdvice) },
  { id: 'unused', title: 'Unused code', run: (tools) => runTool(tools, 'knip/bin/knip.js --no-progress') },
  { id: 'types', title: 'Types', run: checkTypes },
  { id: 'regexes', title: 'Regular expressions', run: (tools) => runNode(tools, ['scripts/check-regexes.ts']) },
  { id: 'layers', title: 'Module boundaries', run: (tools) => runNode(tools, ['scripts/check-layers.ts']) },
  { id: 'docs', title: 'Docs and layout', run: (tools) => runNode(tools, ['scripts/check-docs.ts']) },
  { id: 'vocabulary', title: 'Vocabulary', run: (tools) => runNode(tools, ['scripts/check-vocabulary.ts']) },
];

/**
 * The build is first: publisher and site tests use its results. End-to-end tests spend half of their time waiting for
 * browsers and processes, so the other tests run at the same time.
 *
 * @type {Step[]}
 */
const tests = [
  { id: 'build', title: 'Build', run: buildApps },
  { id: 'unit', title: 'Unit and integration', run: runUnit },
  { id: 'e2e', title: 'End to end', run: runEndToEnd, isParallel: true },
];

/**
 * `npm run check`: format, lint, unused code, types, regular expressions, module boundaries, docs, vocabulary. `npm run
 * check -- --only lint,types` runs only these; `npm run check -- --fix` formats, and applies the fixes of the linter.
 *
 * @param {string[]} args
 */
export async function check(args) {
  const fix = { id: 'fix', title: 'Format and fix', run: (tools) => runTool(tools, `${biome} check --write`) };
  await (args[0] === '--fix' ? verify([fix], []) : verify(checks, args));
}

/**
 * `npm test`: all checks, then all tests. The last line is "N passed, N failed".
 * @param {string[]} args
 */
export async function test(args) {
  const { passed, failed } = await verify([...checks, ...tests], args);
  console.log(`\n${passed} passed, ${failed} failed`);
}

/**
 * Runs the steps one after another, except for parallel ones. A failed step does not stop the rest, so that one run
 * reports everything. A step that fails without a failed test counts as one: `failed` is 0 only if everything
 * succeeded.
 */
async function verify(available, args) {
  const chosen = chooseSteps(available, args);
  const steps = createSteps({ total: chosen.length + 3 });
  const tools = await prepareToolchain(steps);
  await steps.run('Dependencies', () => installDependencies(tools));
  const totals = { passed: 0, failed: 0 };
  const failedTitles = [];
  for (const group of groupParallel(chosen)) {
    const isShared = group.length > 1;
    if (isShared) console.log(`         at the same time: ${group.map(({ title }) => title).join(', ')}`);
    const attempts = group.map(({ title, run }) => attempt(() => steps.run(title, () => run(tools), { isShared })));
    for (const [index, counts] of (await Promise.all(attempts)).entries()) {
      totals.passed += counts.passed;
      totals.failed += counts.failed;
      if (counts.trials?.length) console.log(counts.trials.join('\n'));
      if (counts.failed > 0) failedTitles.push(group[index].title);
    }
  }
  if (failedTitles.length > 0) {
    console.log(`\nFailed: ${failedTitles.join(', ')}.`);
    process.exitCode = 1;
  }
  return totals;
}

/**
 * Groups each step with the parallel ones that follow it.
 *
 * @param {Step[]} steps
 */
function groupParallel(steps) {
  const groups = [];
  for (const step of steps) {
    if (step.isParallel && groups.length > 0) groups.at(-1).push(step);
    else groups.push([step]);
  }
  return groups;
}

/** @returns {Promise<Counts>} */
async function attempt(work) {
  try {
    return (await work()) ?? { passed: 0, failed: 0 };
  } catch (error) {
    console.log(describeFailure(error));
    return error instanceof TestFailure ? error.counts : { passed: 0, failed: 1 };
  }
}

function chooseSteps(available, args) {
  if (args.length === 0) return available;
  const ids = args[0] === '--only' && args[1] ? args[1].split(',') : [];
  const chosen = available.filter(({ id }) => ids.includes(id));
  if (ids.length > 0 && chosen.length === ids.length) return chosen;
  throw new StepFailure(`"${args.join(' ')}" is not understood.`, {
    advice: `The option --only takes any of: ${available.map(({ id }) => id).join(',')}`,
  });
}

async function checkTypes(tools) {
  const apps = await turbo(tools, ['run', 'typecheck', '--continue']);
  const rest = await runCommand(tools.node, ['node_modules/typescript/bin/tsc', '-p', '.'], commandOptions(tools));
  if (apps.code === 0 && rest.code === 0) return { result: 'ok' };
  throw new StepFailure('The type check failed.', { output: `${apps.code ? apps.output : ''}${rest.output}` });
}

function runTool(tools, command, advice) {
  const [script, ...args] = command.split(' ');
  return runNode(tools, [join('node_modules', script), ...args], advice);
}

async function runNode(tools, args, advice) {
  const { code, output } = await runCommand(tools.node, args, commandOptions(tools));
  if (code === 0) return { result: 'ok' };
  throw new StepFailure(`"${args.join(' ')}" found the problems above.`, { advice, output });
}

function commandOptions(tools, env = {}) {
  return { cwd: root, env: { ...tools.env, ...env } };
}

/** A failed test run, with its counts. */
class TestFailure extends StepFailure {
  constructor(message, { counts, output }) {
    super(message, { output });
    this.counts = counts;
  }
}

function runUnit(tools) {
  // By default Vitest uses a single worker on a machine with two cores.
  const args = ['run', '--maxWorkers=100%', '--reporter=default', '--reporter=json'];
  return runTests(tools, {
    args: (report) => ['node_modules/vitest/vitest.mjs', ...args, `--outputFile.json=${report}`],
    summarise: summariseVitest,
  });
}

async function runEndToEnd(tools) {
  const { value: browser } = await findBrowser();
  const { env, missing } = await findFrontServers();
  const { result, value } = await runTests(tools, {
    args: () => ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    cwd: join(root, 'apps/e2e'),
    env: { CHROMIUM_PATH: browser, ...env },
    summarise: summarisePlaywright,
  });
  // The tests of a server's recipe are skipped when the server is not installed.
  return { result: missing.length === 0 ? result : `${result}, without ${missing.join(' and ')}`, value };
}

/** Runs a test runner that writes a JSON report, in a temporary folder that is removed afterwards. */
async function runTests(tools, { args, cwd = root, env = {}, summarise }) {
  const folder = mkdtempSync(join(findTestFolder(), 'threadline-test-'));
  const file = join(folder, 'report.json');
  try {
    const { code, output } = await runCommand(tools.node, args(file), {
      // Tests start hundreds of programs from source; a compile cache halves their processor time.
      ...commandOptions(tools, {
        TMPDIR: folder,
        NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        ...env,
      }),
      cwd,
    });
    const counts = readCounts(file, summarise);
    if (code === 0) return { result: `${counts.passed} passed`, value: counts };
    // A file that cannot be loaded, or an error outside a test, fails the run without a failed test.
    throw new TestFailure('Tests failed.', { counts: { ...counts, failed: Math.max(counts.failed, 1) }, output });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns a folder in memory if it has enough space: tests create thousands of small databases with synchronous writes,
 * and one
 * slow disk would delay all tests. A killed process loses nothing there either.
 */
function findTestFolder() {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= minFreeBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

function readCounts(file, summarise) {
  try {
    return summarise(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0 };
  }
}
