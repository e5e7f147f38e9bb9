import { accessSync, constants, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainFetch } from './fetch-package.mjs';
import { runCommand } from './processes.mjs';
import { StepFailure } from './steps.mjs';
import { prepareNode, prepareToolchain, root } from './toolchain.mjs';

/**
 * @typedef {import('./toolchain.mjs').Toolchain} Toolchain
 * @typedef {ReturnType<typeof import('./steps.mjs').createSteps>} Steps
 */

/** Files without content: their time is that of the last install and of the last build. */
const installStamp = join('node_modules', '.threadline-install');
const buildStamp = join('node_modules', '.threadline-build');
// Read by apps/api/src/config.ts.
const commitFile = join(root, 'apps/api/dist/commit.txt');

/** The build results that the product needs. */
const bundles = [
  'apps/api/dist/server.js',
  'apps/publisher/dist/server.js',
  'apps/admin/dist/index.html',
  'apps/site/dist-renderer',
];

/** A service user usually cannot write the checkout, and runs the build of its owner. */
const canBuild = isWritable(root);

/** End-to-end tests start the product dozens of times. The first start has built it, and to check that takes a second. */
const isBuilt = process.env.BUILD_IS_CURRENT === '1';

/** The number of steps that `prepareProduct` takes. */
export const prepareSteps = canBuild ? 4 : 2;

/**
 * Prepares Node, the dependencies and the bundles. In a checkout that this user cannot write, nothing is fetched,
 * installed or built.
 */
export async function prepareProduct(steps) {
  const toolchain = await prepareDependencies(steps);
  if (canBuild) await steps.run('Build', async () => (isBuilt ? { result: 'found' } : buildApps(toolchain)));
  return toolchain;
}

/** Prepares Node, pnpm and the dependencies, for a command that runs from the sources. */
export async function prepareDependencies(steps) {
  if (!canBuild) return prepareBuilt(steps);
  const toolchain = await prepareToolchain(steps);
  await steps.run('Dependencies', () => installDependencies(toolchain));
  return toolchain;
}

async function prepareBuilt(steps) {
  const toolchain = await prepareNode(steps);
  await steps.run('Build', async () => {
    refuseUnbuilt(root);
    if (isBuildCurrent(root)) return { result: 'found' };
    // An outdated build still serves the site, so it is accepted.
    console.error(
      `The build in ${root} is older than its sources. Build it as the owner of that folder (npm run build), then start again.`,
    );
    return { result: 'old' };
  });
  return toolchain;
}

/**
 * Throws a StepFailure unless `folder` has every bundle.
 *
 * @param {string} folder the checkout
 */
export function refuseUnbuilt(folder) {
  const missing = bundles.find((bundle) => !existsSync(join(folder, bundle)));
  if (!missing) return;
  throw new StepFailure(`This user cannot write ${folder}, and the code there is not built: ${missing} is missing.`, {
    advice: 'Build it as the owner of that folder (npm run build), then start again.',
  });
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs the dependencies of the lock file, unless that was done after its last change. */
export async function installDependencies({ pnpm, env }) {
  const inputs = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'].map((name) => join(root, name));
  if (getTime(join(root, installStamp)) > Math.max(...inputs.map(getTime))) return { result: 'up to date' };
  // The lock file is trusted because it was reviewed: checking the age of 700 packages takes longer than fetching them.
  const flags = ['--frozen-lockfile', '--trust-lockfile', '--prefer-offline', '--config.confirm-modules-purge=false'];
  const { code, output } = await runCommand(pnpm, ['install', ...flags], {
    cwd: root,
    // NODE_ENV=production would leave out the tools that build the site.
    env: { ...env, NODE_ENV: undefined },
    shell: process.platform === 'win32' && pnpm === 'pnpm',
  });
  if (code !== 0) throw explainFetch('the dependencies', output);
  writeFileSync(join(root, installStamp), '');
  return { result: 'installed' };
}

/** Builds the apps whose sources changed since their last build. */
export async function buildApps(toolchain) {
  const { code, output } = await turbo(toolchain, ['run', 'build']);
  if (code !== 0)
    throw new StepFailure('A build failed.', { advice: 'The first error above is the one to look at.', output });
  writeFileSync(join(root, buildStamp), '');
  await recordCommit({ checkout: root, file: commitFile });
  const [, cached, total] = /Cached:\s+(\d+) cached, (\d+) total/.exec(output) ?? [];
  return { result: cached === total ? 'up to date' : 'built' };
}

/**
 * Returns true if no source changed after the last build.
 *
 * @param {string} folder the checkout
 */
export function isBuildCurrent(folder) {
  const sources = ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(folder, group)).map((name) => join(folder, group, name, 'src')),
  );
  return getNewestTime(sources) <= getTime(join(folder, buildStamp));
}

/**
 * Returns the time of the newest file in the folders, in ms since 1970.
 *
 * @param {string[]} folders those that do not exist count as empty
 */
export function getNewestTime(folders) {
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))));
  return Math.max(0, ...files.map(getTime));
}

/** Returns 0 for folders: their time changes with every copy. */
function getTime(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() ? stat.mtimeMs : 0;
}

/** Runs turbo with the output of failed tasks only. */
export function turbo({ node, env }, args) {
  const script = join(root, 'node_modules/turbo/bin/turbo');
  return runCommand(node, [script, ...args, '--output-logs=errors-only'], { cwd: root, env });
}

/** Records the built commit for the API, if the folder is a git checkout. */
export async function recordCommit({ checkout, file }) {
  // The folder may lie within another checkout.
  if (!existsSync(join(checkout, '.git'))) return;
  const { code, output } = await runCommand('git', ['rev-parse', 'HEAD'], { cwd: checkout });
  if (code === 0) writeFileSync(file, output.trim());
}
