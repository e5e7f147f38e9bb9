import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchPackage, isUnpacked } from './fetch-package.mjs';
import { runCommand } from './processes.mjs';
import { StepFailure } from './steps.mjs';

/** The root folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const pins = readJson('scripts/toolchain.json');
const platform = `${process.platform}-${process.arch}`;
const selfHelp = {
  node: `Install Node ${pins.node.version} (or any of ${readJson('package.json').engines.node}) yourself: the next run uses it.`,
  pnpm: `Install pnpm ${pins.pnpm.version} or a later 12 yourself, so that "pnpm --version" shows it: the next run uses it.`,
  chromium: 'Install Chromium or Chrome yourself, and set CHROMIUM_PATH if it is in an unusual place.',
};

/**
 * @typedef {{ node: string, pnpm: string, env: NodeJS.ProcessEnv }} Toolchain
 * The commands for Node and pnpm, and the environment of child processes, whose PATH begins with both.
 */

/** Finds Node and pnpm, or fetches them into `.toolchain/`. Takes two steps. */
export async function prepareToolchain(steps) {
  const { node } = await prepareNode(steps);
  const pnpm = await steps.run(`pnpm ${pins.pnpm.version}`, async () =>
    (await hasOwnPnpm()) ? { result: 'found', value: 'pnpm' } : preparePackage('pnpm'),
  );
  return { node, pnpm, env: childEnv([node, pnpm]) };
}

/**
 * Finds Node, or fetches it into `.toolchain/`. Takes one step.
 *
 * @returns {Promise<Toolchain>} without pnpm
 */
export async function prepareNode(steps) {
  const version = process.versions.node;
  const isRecent = satisfies(version, readJson('package.json').engines.node);
  const node = await steps.run(`Node ${isRecent ? version : pins.node.version}`, async () =>
    isRecent ? { result: 'found', value: process.execPath } : preparePackage('node'),
  );
  return { node, pnpm: 'pnpm', env: childEnv([node]) };
}

/**
 * Makes sure that a package of scripts/toolchain.json is unpacked in `.toolchain/`; `value` is the path of its file.
 * @returns {Promise<{ result: 'found' | 'fetched', value: string }>}
 */
export async function preparePackage(tool) {
  const pin = getPin(tool);
  if (!pin) throw refusal(tool, `scripts/toolchain.json lists no ${tool} for ${platform}.`);
  const folder = getFolder(pin);
  const value = join(folder, pin.file);
  if (isUnpacked(pin, folder)) return { result: 'found', value };
  if (!pin.integrity) throw refusal(tool, `The checksum of ${pin.name} is not recorded yet, so it is not fetched.`);
  if (isMusl()) throw refusal(tool, `The ${tool} in the npm registry needs glibc; this Linux has musl (Alpine?).`);
  await fetchPackage(pin, folder);
  return { result: 'fetched', value };
}

/** Any pnpm of the same major version works; another major version reads the workspace file differently. */
async function hasOwnPnpm() {
  const pin = getPin('pnpm');
  if (pin && isUnpacked(pin, getFolder(pin))) return false;
  // Runs outside the repository and without network: corepack would try to fetch the pinned version.
  const env = { ...process.env, COREPACK_ENABLE_NETWORK: '0', COREPACK_ENABLE_DOWNLOAD_PROMPT: '0' };
  const shell = process.platform === 'win32';
  const { code, output } = await runCommand('pnpm', ['--version'], { cwd: tmpdir(), env, shell, timeoutMs: 5000 });
  return code === 0 && satisfies(output.trim(), `^${pins.pnpm.version}`);
}

function getPin(tool) {
  const pin = pins[tool].packages[platform];
  return pin && { ...pin, version: pins[tool].version };
}

const getFolder = (pin) => join(root, '.toolchain', 'node_modules', pin.name);

const refusal = (tool, message) => new StepFailure(message, { advice: selfHelp[tool] });

function isMusl() {
  if (process.platform !== 'linux') return false;
  const report = /** @type {any} */ (process.report);
  // Otherwise the report looks up host names in the network, which can take seconds.
  report.excludeNetwork = true;
  return !('glibcVersionRuntime' in report.getReport().header);
}

function childEnv(tools) {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = tools.filter((tool) => tool.includes('/') || tool.includes('\\')).map((tool) => dirname(tool));
  return {
    ...process.env,
    [pathName]: [...folders, process.env[pathName] ?? ''].join(delimiter),
    // Users have not agreed to telemetry.
    ASTRO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    TURBO_TELEMETRY_DISABLED: '1',
  };
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/**
 * Returns true if a version such as "26.10.0" is in a range such as "^22.22.2 || >=26.0.0". Supports `^` and `>=` with
 * full versions from 1.0.0 on, which is all that package.json uses here.
 */
export function satisfies(version, range) {
  const actual = /^v?(\d+\.\d+\.\d+)$/.exec(version)?.[1];
  if (!actual) return false;
  return range.split('||').some((part) => {
    const [, operator, wanted] = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(part.trim()) ?? [];
    if (!wanted || actual.localeCompare(wanted, 'en', { numeric: true }) < 0) return false;
    return operator === '>=' || Number.parseInt(actual, 10) === Number.parseInt(wanted, 10);
  });
}
