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

/** Returns true if exactly the pinned package is unpacked in `folder`. */
export function isUnpacked(pin, folder) {
  const marker = join(folder, markerName);
  return existsSync(marker) && readFileSync(marker, 'utf8') === pin.integrity && existsSync(join(folder, pin.file));
}

/**
 * Fetches a pinned package from the npm registry into `folder`, and replaces the previous content. Its sha512 is compared
 * with the pin before anything is unpacked or run.
 */
export async function fetchPackage(pin, folder) {
  mkdirSync(dirname(folder), { recursive: true });
  // On the disk of the destination, so that the last step is an atomic rename.
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

/** Uses npm, which knows the registry, proxy and certificates of this machine. */
async function download(specifier, folder) {
  const script = process.env.npm_execpath ?? '';
  const [file, ...first] = script.endsWith('npm-cli.js') ? [process.execPath, script] : ['npm'];
  // By default npm waits up to two minutes before it reports that there is no network.
  const retries = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const args = [...first, 'pack', specifier, '--ignore-scripts', '--prefer-offline', '--loglevel=error', ...retries];
  const shell = file === 'npm' && process.platform === 'win32';
  const { code, output } = await runCommand(file, args, { cwd: folder, shell });
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (code !== 0 || !archive) throw explainFetch(specifier, output);
  return join(folder, archive);
}

async function compareIntegrity(archive, { name, version, integrity }) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(archive), hash);
  if (`sha512-${hash.digest('base64')}` === integrity) return;
  throw new StepFailure(
    `The registry sent ${name}@${version} with another checksum than the one in scripts/toolchain.json. It was not used.`,
    { advice: 'Look at "npm config get registry", run "npm cache clean --force", then try again.' },
  );
}

async function unpack(archive, { file, also = [] }) {
  // Without the thousands of header files in the Node archive. -o: the files belong to the current user.
  const members = [file, ...also, 'LICENSE'].map((name) => `package/${name}`);
  const { code, output } = await runCommand('tar', ['-xzof', archive, ...members], { cwd: dirname(archive) });
  if (code === 0) return;
  throw new StepFailure('An archive could not be unpacked.', {
    advice: 'This needs the program "tar" and 400 MB of free disk space.',
    output,
  });
}

/** Signs in the output of npm and pnpm, with their meaning and advice. The first match wins. */
const causes = /** @type {const} */ ([
  [
    /ENOSPC|no space left/i,
    'The disk is full.',
    'About 1.5 GB are needed here and in the package cache of your home folder. Free some space and try again.',
  ],
  [
    /EACCES|EPERM|EROFS|permission denied/i,
    'A file or folder cannot be written.',
    'Check the owner of this folder and of the package cache in your home folder: an earlier run as root may have left files there.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|SOCKET_TIMEOUT|ENOTCACHED|fetch failed|error sending|dns error/i,
    'The npm registry cannot be reached.',
    'Check the network. Behind a proxy, run "npm config set proxy http://…" and "npm config set https-proxy http://…". The first start needs the registry, later ones do not.',
  ],
  [
    /CERT|SELF_SIGNED|certificate/i,
    'The certificate of the npm registry is not trusted on this machine.',
    'If your network re-signs traffic, set NODE_EXTRA_CA_CERTS to the file with its certificate.',
  ],
  [
    /E40[134]|Unauthorized|Forbidden|ETARGET|No match found|NO_MATCHING_VERSION|FETCH_404/i,
    'The npm registry refuses this machine, or does not have this version.',
    'Look at "npm config get registry": you may have to log in there, or a mirror may be incomplete.',
  ],
]);

/**
 * Turns the output of a failed download into a StepFailure with a reason and advice.
 *
 * @param {string} what the missing item
 */
export function explainFetch(what, output) {
  const [, message, advice] = causes.find(([sign]) => sign.test(output)) ?? [];
  const reason = message ?? 'The reason is in the lines above.';
  return new StepFailure(`Could not fetch ${what}. ${reason}`, { advice, output });
}
