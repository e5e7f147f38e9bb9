import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { StepFailure } from './steps.mjs';
import { prepareNode, prepareToolchain, root } from './toolchain.mjs';
import { areDependenciesCurrent, buildApps, installDependencies } from './workspace.mjs';

/** What a build makes and the product needs. */
const bundles = [
  'apps/api/dist/server.js',
  'apps/publisher/dist/server.js',
  'apps/admin/dist/index.html',
  'apps/site/dist-renderer',
];

/** A service user usually may not, and runs what the owner has built. */
const canBuild = isWritable(root);

/** The number of steps that `prepareProduct` takes. */
export const prepareSteps = canBuild ? 4 : 2;

/**
 * Prepares Node, the dependencies and the bundles. In a checkout that this user cannot write nothing is fetched, installed
 * or built.
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
 * Prepares Node, pnpm and the dependencies: what a command needs that runs from the sources.
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
    return { result: 'found' };
  });
  return toolchain;
}

/**
 * Throws a StepFailure unless `folder` holds every bundle and the dependencies of its lock file.
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
