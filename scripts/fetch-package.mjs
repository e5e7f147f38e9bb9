import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { runCommand } from './processes.mjs';
import { StepFailure } from './steps.mjs';

/**
 * @typedef {{ name: string, version: string, integrity: string | null, file: string, also?: string[] }} Pin
 * One package of scripts/toolchain.json. `file` is the file to use, `also` lists files that it needs.
 */

const markerName = '.integrity';

/**
 * Returns true if exactly the pinned package is unpacked in `folder`.
 *
 * @param {Pin} pin
 * @param {string} folder
 */
export function isUnpacked(pin, folder) {
  const marker = join(folder, markerName);
  return existsSync(marker) && readFileSync(marker, 'utf8') === pin.integrity && existsSync(join(folder, pin.file));
}

/**
 * Fetches a pinned package from the npm registry into `folder` and replaces its content. Nothing is unpacked or run
 * before the sha512 has been compared with the pin.
 *
 * @param {Pin} pin
 * @param {string} folder
 * @returns {Promise<void>}
 */
export async function fetchPackage(pin, folder) {
  mkdirSync(dirname(folder), { recursive: true });
  // On the file system of the destination, so that the last step is an atomic rename.
  const staging = mkdtempSync(join(dirname(folder), '.incoming-'));
  try {
    const archive = await download(`${pin.name}@${pin.version}`, staging);
    await compareIntegrity(archive, pin);
    await unpack(archive, pin);
    writeFileSync(join(staging, 'package', markerName), String(pin.integrity));
    if (existsSync(folder)) renameSync(folder, join(staging, 'replaced'));
    renameSync(join(staging, 'package'), folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** npm downloads the package, because it has the registry, proxy and certificates of this machine. */
async function download(specifier, folder) {
  const npm = npmCommand();
  // By default npm retries for up to two minutes without a network.
  const retryOptions = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const args = [
    ...npm.args,
    'pack',
    specifier,
    '--ignore-scripts',
    '--prefer-offline',
    '--loglevel=error',
    ...retryOptions,
  ];
  const { code, output } = await runCommand(npm.file, args, { cwd: folder, shell: npm.shell });
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (code !== 0 || !archive) throw explainFetch(specifier, output);
  return join(folder, archive);
}

function npmCommand() {
  const script = process.env.npm_execpath ?? '';
  if (script.endsWith('npm-cli.js')) return { file: process.execPath, args: [script], shell: false };
  return { file: 'npm', args: [], shell: process.platform === 'win32' };
}

async function compareIntegrity(archive, { name, version, integrity }) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(archive), hash);
  if (`sha512-${hash.digest('base64')}` === integrity) return;
  throw new StepFailure(
    `The registry's ${name}@${version} differs from the one recorded in scripts/toolchain.json. It was not used.`,
    { advice: 'Look at "npm config get registry", run "npm cache clean --force", then try again.' },
  );
}

/** @param {string} archive @param {Pin} pin */
async function unpack(archive, { file, also = [] }) {
  // Only the needed files: the Node archive has thousands of header files. -o: the files belong to the current user.
  const members = [file, ...also, 'LICENSE'].map((name) => `package/${name}`);
  const { code, output } = await runCommand('tar', ['-xzof', archive, ...members], { cwd: dirname(archive) });
  if (code === 0) return;
  throw new StepFailure('An archive could not be unpacked.', {
    advice: 'This needs the program "tar" and 400 MB of free disk space.',
    output,
  });
}

/** Maps the output of npm and pnpm to its meaning and advice. The first match wins. */
const causes = [
  {
    sign: /ENOSPC|no space left/i,
    message: 'The disk is full.',
    advice: 'About 1.5 GB are needed here and in the package cache of your home folder. Free some space and try again.',
  },
  {
    sign: /EACCES|EPERM|EROFS|permission denied/i,
    message: 'A file or folder cannot be written.',
    advice:
      'Check the owner of this folder and of the package cache in your home folder: an earlier run as root may have left files there.',
  },
  {
    sign: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|fetch failed|error sending request|dns error/i,
    message: 'The npm registry cannot be reached.',
    advice:
      'Check the network. Behind a proxy, run "npm config set proxy http://…" and "npm config set https-proxy http://…". The first start needs the registry, later ones do not.',
  },
  {
    sign: /CERT|SELF_SIGNED|certificate/i,
    message: 'The certificate of the npm registry is not trusted on this machine.',
    advice: 'If your network re-signs traffic, set NODE_EXTRA_CA_CERTS to the file with its certificate.',
  },
  {
    sign: /E401|E403|Unauthorized|Forbidden/i,
    message: 'The npm registry refuses this machine.',
    advice: 'Look at "npm config get registry" and log in there with "npm login".',
  },
  {
    sign: /E404|ETARGET|No match found|ERR_PNPM_NO_MATCHING_VERSION|ERR_PNPM_FETCH_404/i,
    message: 'The npm registry does not have this version.',
    advice: 'Look at "npm config get registry": a mirror may be out of date or incomplete.',
  },
  {
    sign: /FROZEN_LOCKFILE|OUTDATED_LOCKFILE/i,
    message: 'A package.json has a dependency that is not in pnpm-lock.yaml.',
    advice: 'Run "pnpm install" (the pnpm in .toolchain will do), and commit the changed lock file.',
  },
  {
    sign: /spawn npm ENOENT|npm: not found|not recognized/i,
    message: 'npm was not found.',
    advice: 'It comes with Node: install Node from your system or from nodejs.org, then try again.',
  },
];

/**
 * Turns the output of a failed download into a StepFailure with a reason and advice.
 *
 * @param {string} what the missing item
 * @param {string} output
 */
export function explainFetch(what, output) {
  const cause = causes.find(({ sign }) => sign.test(output));
  const message = cause?.message ?? 'The reason is in the lines above.';
  return new StepFailure(`Could not fetch ${what}. ${message}`, { advice: cause?.advice, output });
}
