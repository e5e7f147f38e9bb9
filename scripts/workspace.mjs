import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { explainFetch } from './fetch-package.mjs';
import { runCommand } from './processes.mjs';
import { StepFailure } from './steps.mjs';
import { prepareNode, prepareToolchain, root } from './toolchain.mjs';

const turboScript = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
// Read by apps/api/src/config.ts.
const commitFile = join(root, 'apps', 'api', 'dist', 'commit.txt');
const stampName = join('node_modules', '.threadline-install');
const buildStampName = join('node_modules', '.threadline-build');

/** The build results that the product needs. */
const bundles = [
  'apps/api/dist/server.js',
  'apps/publisher/dist/server.js',
  'apps/admin/dist/index.html',
  'apps/site/dist-renderer',
];

/** A service user usually cannot write the checkout, and runs the build of its owner. */
const canBuild = isWritable(root);

/** The number of steps that `prepareProduct` takes. */
export const prepareSteps = canBuild ? 4 : 2;

/**
 * Prepares Node, the dependencies and the bundles. In a checkout that this user cannot write, nothing is fetched,
 * installed or built.
 *
 * @param {ReturnType<typeof import('./steps.mjs').createSteps>} steps
 * @returns {Promise<import('./toolchain.mjs').Toolchain>}
 */
export async function prepareProduct(steps) {
  if (!canBuild) return prepareBuilt(steps);
  const toolchain = await prepareDependencies(steps);
  await steps.run('Build', () => buildApps(toolchain));
  return toolchain;
}

/**
 * Prepares Node, pnpm and the dependencies, for a command that runs from the sources.
 *
 * @param {ReturnType<typeof import('./steps.mjs').createSteps>} steps
 * @returns {Promise<import('./toolchain.mjs').Toolchain>}
 */
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
    if (await isBuildCurrent(root, toolchain)) return { result: 'found' };
    // An outdated build still serves the site, so it is accepted.
    console.error(
      `The build in ${root} is older than its sources. Build it as the owner of that folder (npm run build), then start again.`,
    );
    return { result: 'old' };
  });
  return toolchain;
}

/**
 * Throws a StepFailure unless `folder` has every bundle and the dependencies of its lock file.
 *
 * @param {string} folder the checkout
 */
export function refuseUnbuilt(folder) {
  const missing = bundles.find((bundle) => !existsSync(join(folder, bundle)));
  if (!missing && areDependenciesCurrent(folder)) return;
  const reason = missing ? `${missing} is missing` : 'its dependencies were installed for another version';
  throw new StepFailure(`This user cannot write ${folder}, and the code there is not built: ${reason}.`, {
    advice: 'Build it as the owner of that folder (npm run build), then start again.',
  });
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs the dependencies of the lock file, unless the last install did exactly that.
 *
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 */
export async function installDependencies({ pnpm, env }) {
  if (areDependenciesCurrent(root)) return { result: 'up to date' };
  // The lock file is trusted because it was reviewed: checking the age of 700 packages takes longer than fetching them.
  const args = [
    'install',
    '--frozen-lockfile',
    '--trust-lockfile',
    '--prefer-offline',
    '--config.confirm-modules-purge=false',
  ];
  // NODE_ENV=production would leave out the tools that build the site.
  const { code, output } = await runCommand(pnpm, args, {
    cwd: root,
    env: { ...env, NODE_ENV: undefined },
    shell: process.platform === 'win32' && pnpm === 'pnpm',
  });
  if (code !== 0) throw explainFetch('the dependencies', output);
  writeFileSync(join(root, stampName), fingerprintInstall(root));
  return { result: 'installed' };
}

/**
 * Returns true if the last install matches the current lock file.
 *
 * @param {string} folder the checkout
 */
function areDependenciesCurrent(folder) {
  const stamp = join(folder, stampName);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintInstall(folder);
}

/**
 * Returns a hash of everything an install depends on, including platform and architecture: a folder may be shared with
 * a container.
 */
function fingerprintInstall(folder) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  const members = ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(folder, group)).map((name) => join(group, name, 'package.json')),
  );
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...members]) {
    if (existsSync(join(folder, file))) hash.update(`${file}\n`).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex');
}

/**
 * Builds everything that has changed since its last build: the renderer bundle of the site, and the admin.
 *
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 */
export async function buildApps(toolchain) {
  const [{ code, output }, hashes] = await Promise.all([
    turbo(toolchain, ['run', 'build']),
    hashSources(root, toolchain),
  ]);
  if (code !== 0) throw new StepFailure('A build failed.', { advice: 'Look at the first error above.', output });
  const [, cached, total] = /Cached:\s+(\d+) cached, (\d+) total/.exec(output) ?? [];
  const isRebuilt = cached !== total;
  noteBuild(root, hashes);
  await noteCommit({ checkout: root, file: commitFile, isRebuilt });
  return { result: isRebuilt ? 'built' : 'up to date' };
}

/**
 * Returns true if the last build matches the current sources, or if turbo cannot determine it.
 *
 * @param {string} folder the checkout
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 */
export async function isBuildCurrent(folder, toolchain) {
  const stamp = join(folder, buildStampName);
  const hashes = await hashSources(folder, toolchain);
  return hashes === '' || (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashes);
}

/**
 * Records the source hashes of the last build.
 * @param {string} folder the checkout
 * @param {string} hashes of its sources
 */
export function noteBuild(folder, hashes) {
  writeFileSync(join(folder, buildStampName), hashes);
}

/**
 * Returns the hashes that turbo computes for each app, one per line; an empty text if it cannot. Nothing is written.
 *
 * @param {string} folder the checkout
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 */
export async function hashSources(folder, { node, env }) {
  // Without it, turbo would create a cache folder in the checkout.
  const args = [turboScript, 'run', 'build', '--dry=json', `--cache-dir=${tmpdir()}`];
  const { output } = await runCommand(node, args, { cwd: folder, env });
  try {
    const { tasks } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
    const builds = tasks.filter(({ command }) => command !== '<NONEXISTENT>');
    return builds.map(({ taskId, hash }) => `${taskId} ${hash}\n`).join('');
  } catch {
    return '';
  }
}

/**
 * Runs turbo and shows only the output of failed tasks.
 *
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {string[]} args
 */
export function turbo({ node, env }, args) {
  return runCommand(node, [turboScript, ...args, '--output-logs=errors-only'], { cwd: root, env });
}

/**
 * Records the built commit for the API. Without a checkout or git, the commit of new code is unknown; the record of unchanged
 * code stays.
 * @param {{ checkout: string, file: string, isRebuilt: boolean }} options
 */
export async function noteCommit({ checkout, file, isRebuilt }) {
  // The folder may lie within another checkout.
  const isCheckout = existsSync(`${checkout}/.git`);
  const { code, output } = isCheckout
    ? await runCommand('git', ['rev-parse', 'HEAD'], { cwd: checkout })
    : { code: 1, output: '' };
  if (code === 0 && /^[0-9a-f]{40,64}\s*$/.test(output)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, output.trim());
  } else if (isRebuilt) rmSync(file, { force: true });
}
