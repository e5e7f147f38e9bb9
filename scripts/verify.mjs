import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { findFrontServers } from './front-servers.mjs';
import { runCommand } from './processes.mjs';
import { createSteps, describeFailure, StepFailure } from './steps.mjs';
import { prepareToolchain, root } from './toolchain.mjs';
import { buildApps, installDependencies, turbo } from './workspace.mjs';

/**
 * @typedef {import('./toolchain.mjs').Toolchain} Toolchain
 * @typedef {{ passed: number, failed: number }} Counts
 * @typedef {{ id: string, title: string, run: (tools: Toolchain, names: string[]) => Promise<{ result: string, value?: Counts }> }} Step
 */

const biome = 'node_modules/@biomejs/biome/bin/biome';
const repairAdvice = 'Most of these are fixed by: npm run check -- --fix';

/** Free memory that the temporary files of the tests need. */
const minFreeBytes = 6 * 1024 ** 3;

/** In `npm test` it runs after the build, which writes type declarations of the site. */
const types = { id: 'types', title: 'Types', run: checkTypes };

const checks = [
  { id: 'lint', title: 'Format and lint', run: (tools) => runTool(tools, [biome, 'check'], repairAdvice) },
  { id: 'unused', title: 'Unused code', run: (tools) => runTool(tools, ['node_modules/knip/bin/knip.js']) },
  types,
  { id: 'regexes', title: 'Regular expressions', run: (tools) => runTool(tools, ['scripts/check-regexes.ts']) },
  { id: 'layers', title: 'Module boundaries', run: (tools) => runTool(tools, ['scripts/check-layers.ts']) },
  { id: 'docs', title: 'Docs and layout', run: (tools) => runTool(tools, ['scripts/check-docs.ts']) },
  { id: 'vocabulary', title: 'Vocabulary', run: (tools) => runTool(tools, ['scripts/check-vocabulary.ts']) },
];

/** Publisher and site tests use the results of the build. */
const build = { id: 'build', title: 'Build', run: buildApps };

/** They run at the same time: end-to-end tests spend half of their time waiting for browsers and processes. */
const tests = [
  { id: 'unit', title: 'Unit and integration', run: runUnit },
  { id: 'e2e', title: 'End to end', run: runEndToEnd },
];

/**
 * `npm run check`: format, lint, unused code, types, regular expressions, module boundaries, docs, vocabulary. `npm run
 * check -- --only lint,types` runs only these; `npm run check -- --fix` formats, and applies the fixes of the linter.
 */
export async function check(args) {
  const fix = { id: 'fix', title: 'Format and fix', run: (tools) => runTool(tools, [biome, 'check', '--write']) };
  await (args[0] === '--fix' ? verify([[[fix]]], []) : verify([eachAlone(checks)], args));
}

/**
 * `npm test`: all checks and, beside them, the build and all tests. The last line is "N passed, N failed" (tests). `npm
 * test -- --only build,e2e users` runs only these steps, and only the test files with this in their path.
 */
export async function test(args) {
  const others = checks.filter((check) => check !== types);
  console.log(`\n${formatTotals(await verify([eachAlone(others), [[build], [types, ...tests]]], args))}`);
}

/** @param {Counts} totals no test ran if both are 0: the chosen steps were checks, which all succeeded */
export function formatTotals({ passed, failed }) {
  return passed + failed === 0
    ? 'The chosen steps succeeded. They contain no tests.'
    : `${passed} passed, ${failed} failed`;
}

const eachAlone = (steps) => steps.map((step) => [step]);

/**
 * Runs the lanes at the same time, the groups of a lane one after another, and the steps of a group at the same time. A
 * failed step does not stop the rest, so that one run reports everything. A step that fails without a failed test counts
 * as one: `failed` is 0 only if everything succeeded.
 *
 * @param {Step[][][]} available lanes of groups of steps
 */
async function verify(available, args) {
  const { lanes, names } = chooseSteps(available, args);
  const steps = createSteps({ total: lanes.flat(2).length + 3 });
  const tools = await prepareToolchain(steps);
  await steps.run('Dependencies', () => installDependencies(tools));
  const totals = { passed: 0, failed: 0 };
  const failedTitles = [];
  const attempt = async ({ title, run }, isShared) => {
    const { passed, failed } = await countFailure(() => steps.run(title, () => run(tools, names), { isShared }));
    totals.passed += passed;
    totals.failed += failed;
    if (failed > 0) failedTitles.push(title);
  };
  const runLane = async (groups) => {
    for (const group of groups) {
      const isShared = lanes.length > 1 || group.length > 1;
      await Promise.all(group.map((step) => attempt(step, isShared)));
    }
  };
  await Promise.all(lanes.map(runLane));
  if (failedTitles.length > 0) {
    console.log(`\nFailed: ${failedTitles.join(', ')}.`);
    process.exitCode = 1;
  }
  return totals;
}

/** @returns {Promise<Counts>} */
async function countFailure(work) {
  try {
    return (await work()) ?? { passed: 0, failed: 0 };
  } catch (error) {
    console.log(describeFailure(error));
    return error instanceof TestFailure ? error.counts : { passed: 0, failed: 1 };
  }
}

/** Returns the steps to run, and the names of the test files if not all are wanted. */
function chooseSteps(available, args) {
  const [option, list, ...names] = args;
  if (option === undefined) return { lanes: available, names };
  const ids = option === '--only' && list ? list.split(',') : [];
  const isNotEmpty = ({ length }) => length > 0;
  const lanes = available
    .map((groups) => groups.map((group) => group.filter(({ id }) => ids.includes(id))).filter(isNotEmpty))
    .filter(isNotEmpty);
  const acceptsNames = tests.some(({ id }) => ids.includes(id));
  if (ids.length > 0 && lanes.flat(2).length === ids.length && (acceptsNames || names.length === 0))
    return { lanes, names };
  const known = available.flat(2).map(({ id }) => id);
  throw new StepFailure(`"${args.join(' ')}" is not understood.`, {
    advice: `The option --only takes any of: ${known.join(',')}. Names of test files may follow unit and e2e.`,
  });
}

async function checkTypes(tools) {
  const apps = await turbo(tools, ['run', 'typecheck', '--continue']);
  const rest = await runCommand(tools.node, ['node_modules/typescript/bin/tsc', '-p', '.'], {
    cwd: root,
    env: tools.env,
  });
  if (apps.code === 0 && rest.code === 0) return { result: 'ok' };
  throw new StepFailure('The type check failed.', { output: `${apps.code ? apps.output : ''}${rest.output}` });
}

async function runTool({ node, env }, args, advice = '') {
  const { code, output } = await runCommand(node, args, { cwd: root, env });
  if (code === 0) return { result: 'ok' };
  throw new StepFailure(`"${args.join(' ')}" found the problems above.`, { advice, output });
}

/** A failed test run, with its counts. */
class TestFailure extends StepFailure {
  constructor(output, counts) {
    super('Tests failed.', { output });
    this.counts = counts;
  }
}

function runUnit(tools, names) {
  return runTests(tools, {
    // One worker more than cores: many tests wait for other processes.
    args: (report) => [
      ...['node_modules/vitest/vitest.mjs', 'run', `--maxWorkers=${availableParallelism() + 1}`],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...names],
    ],
    toCounts: ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
  });
}

async function runEndToEnd(tools, names) {
  const { value: browser } = await findBrowser();
  const { env, missing } = await findFrontServers();
  const { result, value } = await runTests(tools, {
    args: () => ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...names],
    cwd: join(root, 'apps/e2e'),
    env: { CHROMIUM_PATH: browser, ...env },
    // A test that passes only on a retry counts as failed.
    toCounts: ({ stats: { expected, unexpected, flaky }, errors }) => ({
      passed: expected,
      failed: unexpected + flaky + errors.length,
    }),
  });
  // The tests of a server's recipe are skipped when the server is not installed.
  return { result: missing.length === 0 ? result : `${result}, without ${missing.join(' and ')}`, value };
}

/** Runs a test runner that writes a JSON report, in a temporary folder that is removed afterwards. */
async function runTests(tools, { args, cwd = root, env = {}, toCounts }) {
  const folder = mkdtempSync(join(findTestFolder(), 'threadline-test-'));
  const report = join(folder, 'report.json');
  const testEnv = {
    TMPDIR: folder,
    // Tests start hundreds of programs from source; a compile cache halves their processor time.
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...env,
  };
  try {
    const { code, output } = await runCommand(tools.node, args(report), { cwd, env: { ...tools.env, ...testEnv } });
    const counts = readCounts(report, toCounts);
    if (code === 0) return { result: `${counts.passed} passed`, value: counts };
    // A file that cannot be loaded, or an error outside a test, fails the run without a failed test.
    throw new TestFailure(output, { ...counts, failed: Math.max(counts.failed, 1) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns a folder in memory if it has enough space: tests create thousands of small databases with synchronous writes,
 * and one slow disk would delay all tests. A killed process loses nothing there either.
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

function readCounts(report, toCounts) {
  try {
    return toCounts(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return { passed: 0, failed: 0 };
  }
}
