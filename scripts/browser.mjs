import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { runCommand } from './processes.mjs';
import { StepFailure } from './steps.mjs';
import { preparePackage, root } from './toolchain.mjs';

const usualPlaces = [
  // Without a desktop window a page opens in a quarter of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
];

/**
 * Finds or installs a Chromium for the tests: CHROMIUM_PATH, the usual paths, the npm registry, Debian.
 * @returns {Promise<{ result: 'found' | 'fetched' | 'installed', value: string }>} value: path of the program
 * @throws {StepFailure} when none can be found or installed
 */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given && existsSync(given)) return { result: 'found', value: given };
  if (given) throw new StepFailure(`CHROMIUM_PATH is ${given}, but there is no such file.`);
  const installed = usualPlaces.find((path) => existsSync(path));
  if (installed) return { result: 'found', value: installed };
  const reasons = [];
  for (const bring of [fromRegistry, fromDebian]) {
    try {
      return await bring();
    } catch (error) {
      reasons.push(error instanceof StepFailure ? [error.output, error.message].join('\n').trim() : String(error));
    }
  }
  throw new StepFailure('There is no Chromium for the tests in the browser.', {
    advice: 'Install Chromium or Chrome, and set CHROMIUM_PATH if it is in an unusual place.',
    output: reasons.join('\n'),
  });
}

/** A headless build for machines without a desktop; it includes the libraries that such machines lack. */
async function fromRegistry() {
  const { result, value: archive } = await preparePackage('chromium');
  const folder = join(root, '.toolchain', 'browser');
  const program = join(folder, 'run');
  if (result === 'fetched' || !existsSync(program)) await unpackBrowser(dirname(archive), folder);
  const { code, output } = await runCommand(program, ['--version'], { timeoutMs: 10_000 });
  if (code === 0) return { result, value: program };
  throw new StepFailure('The Chromium of the npm registry does not run on this machine.', { output });
}

async function unpackBrowser(archives, folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const staging = mkdtempSync(join(dirname(folder), '.incoming-'));
  try {
    for (const name of ['chromium', 'al2023.tar', 'fonts.tar', 'swiftshader.tar']) {
      const file = join(staging, name);
      await pipeline(createReadStream(join(archives, `${name}.br`)), createBrotliDecompress(), createWriteStream(file));
      if (name.endsWith('.tar')) await unpackTar(file);
    }
    chmodSync(join(staging, 'chromium'), 0o755);
    writeFileSync(join(staging, 'fonts.conf'), fontsConf);
    writeFileSync(join(staging, 'run'), launcher, { mode: 0o755 });
    rmSync(folder, { recursive: true, force: true });
    renameSync(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function unpackTar(file) {
  const { code, output } = await runCommand('tar', ['-xof', basename(file)], { cwd: dirname(file) });
  rmSync(file);
  if (code !== 0) throw new StepFailure('The archive of Chromium could not be unpacked.', { output });
}

/** `exec` keeps the process id, so that the test that started the browser can end it. */
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here"
exec "$here/chromium" "$@"
`;

/**
 * For machines without a font configuration. The one in the package refers to folders of the cloud service for which it
 * was built.
 */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

async function fromDebian() {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0)
    throw new StepFailure('It cannot be installed with apt-get: that needs Debian or Ubuntu, and root.');
  // Some Debian releases have only the second package.
  const install = 'apt-get install -y --no-install-recommends';
  const script = `apt-get update -qq; ${install} chromium-headless-shell || ${install} chromium`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { output } = await runCommand('sh', ['-c', script], { env });
  const value = usualPlaces.find((path) => existsSync(path));
  if (value) return { result: /** @type {const} */ ('installed'), value };
  throw new StepFailure('apt-get did not install a Chromium.', { output });
}
