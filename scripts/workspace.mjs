import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainFetch } from './explain-fetch.mjs';
import { noteCommit } from './note-commit.mjs';
import { runCommand } from './run-command.mjs';
import { StepFailure } from './steps.mjs';
import { root } from './toolchain.mjs';

// Read by apps/api/src/config.ts.
const commitFile = join(root, 'apps', 'api', 'dist', 'commit.txt');
const stampName = join('node_modules', '.threadline-install');

/**
 * Installs the dependencies of the lock file, unless the last install did exactly that.
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
 * Returns whether the last install did what the lock file says now.
 * @param {string} folder the checkout
 */
export function areDependenciesCurrent(folder) {
  const stamp = join(folder, stampName);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintInstall(folder);
}

/** Everything an install depends on. Platform and architecture too: a folder may be shared with a container. */
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
 * Builds what changed since its last build: the renderer bundle of the site, and the admin.
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 */
export async function buildApps(toolchain) {
  const { code, output } = await turbo(toolchain, ['run', 'build']);
  if (code !== 0)
    throw new StepFailure('A build failed.', { advice: 'The first error above is the one to look at.', output });
  const [, cached, total] = /Cached:\s+(\d+) cached, (\d+) total/.exec(output) ?? [];
  const isRebuilt = cached !== total;
  await noteCommit({ checkout: root, file: commitFile, isRebuilt });
  return { result: isRebuilt ? 'built' : 'up to date' };
}

/**
 * Runs turbo with the output of failed tasks only.
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {string[]} args
 */
export function turbo({ node, env }, args) {
  const script = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
  return runCommand(node, [script, ...args, '--output-logs=errors-only'], { cwd: root, env });
}
