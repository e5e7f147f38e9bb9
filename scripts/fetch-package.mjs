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
import { explainFetch } from './explain-fetch.mjs';
import { runCommand } from './run-command.mjs';
import { StepFailure } from './steps.mjs';

/**
 * @typedef {{ name: string, version: string, integrity: string | null, file: string, also?: string[] }} Pin
 * One package of scripts/toolchain.json. `file` is what we want of it, `also` what that needs beside it.
 */

const markerName = '.integrity';

/**
 * Whether exactly the pinned package is unpacked in `folder`.
 * @param {Pin} pin
 * @param {string} folder
 */
export function isUnpacked(pin, folder) {
  const marker = join(folder, markerName);
  return existsSync(marker) && readFileSync(marker, 'utf8') === pin.integrity && existsSync(join(folder, pin.file));
}

/**
 * Brings a pinned package from the npm registry into `folder`, replacing what was there.
 * Nothing of it is unpacked, let alone run, before its sha512 was compared with the pin.
 * @param {Pin} pin
 * @param {string} folder
 * @returns {Promise<void>}
 */
export async function fetchPackage(pin, folder) {
  mkdirSync(dirname(folder), { recursive: true });
  // Beside its destination, so that the last step is a rename: nobody ever finds half a package.
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

/** npm does the fetching: registry, proxy and certificates of this machine are configured there. */
async function download(specifier, folder) {
  const npm = npmCommand();
  // npm would wait up to two minutes before it says that there is no network.
  const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const args = [
    ...npm.args,
    'pack',
    specifier,
    '--ignore-scripts',
    '--prefer-offline',
    '--loglevel=error',
    ...patience,
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
    `The registry sent another ${name}@${version} than the one recorded in scripts/toolchain.json. Nothing of it was used.`,
    { advice: 'Look at "npm config get registry", run "npm cache clean --force", then try again.' },
  );
}

/** @param {string} archive @param {Pin} pin */
async function unpack(archive, { file, also = [] }) {
  // Only what is used: the Node archive brings thousands of header files. -o: the files belong to whoever runs this.
  const members = [file, ...also, 'LICENSE'].map((name) => `package/${name}`);
  const { code, output } = await runCommand('tar', ['-xzof', archive, ...members], { cwd: dirname(archive) });
  if (code === 0) return;
  throw new StepFailure('An archive could not be unpacked.', {
    advice: 'This needs the program "tar" and 400 MB of free disk space.',
    output,
  });
}
