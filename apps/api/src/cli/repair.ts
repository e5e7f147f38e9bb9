import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isServerRecovering } from '../operations/recovery/serve.ts';
import { findKeyFault, getKeyPath, isKeyMissing, isKeyName, keyFiles, readKey } from '../platform/keys.ts';
import { CliError, defineCommand, lockDataFolder } from './command.ts';

const previousPrefix = 'previous-site-';
const formatMoment = () => new Date().toISOString().replaceAll(/[:.]/g, '-');
const keyNames = Object.keys(keyFiles).join(', ');

export const keyResetCommand = defineCommand({
  usage: 'key reset <name>',
  summary: 'Makes a new key in place of a damaged or missing file of DATA_DIR/keys. A damaged file is renamed.',
  missingArgument: `Name one of the key files: ${keyNames}.`,
  async run({ argument: name }, { loadConfig, print }) {
    if (!isKeyName(name)) throw new CliError(`Name one of the key files: ${keyNames}.`, 2);
    const { dataDir } = loadConfig();
    const file = getKeyPath(dataDir, name);
    const isMissing = isKeyMissing(dataDir, name);
    if (!isMissing && !findKeyFault(dataDir, name))
      throw new CliError(`The key file ${file} is not damaged, so it was not changed.`);
    const release = lockDataFolder(dataDir);
    try {
      const damagedFile = `${file}.damaged-${formatMoment()}`;
      if (!isMissing) await rename(file, damagedFile);
      readKey(dataDir, name);
      print(`A new key is in ${file}${isMissing ? '' : `; the damaged file was renamed to ${damagedFile}`}.`);
      print(`From now on ${keyFiles[name].consequence}.`);
    } finally {
      release();
    }
  },
});

export const startOverCommand = defineCommand({
  usage: 'start-over --yes',
  summary:
    'Moves everything in DATA_DIR, backups included, into a folder previous-site-<time>, so that the next start makes a new, empty site.',
  options: { yes: { type: 'boolean', default: false } },
  async run({ options }, { loadConfig, print }) {
    if (!options.yes)
      throw new CliError('This takes the present site offline and begins a new one. Add --yes to do it.', 2);
    const { dataDir } = loadConfig();
    const release = lockDataFolder(dataDir);
    const nextStep = isServerRecovering(dataDir)
      ? 'The running server makes a new site by itself and prints a set-up link for its first account.'
      : 'The next start makes a new site and prints a set-up link for its first account.';
    try {
      const names = (await readdir(dataDir)).filter((name) => name !== 'locks' && !name.startsWith(previousPrefix));
      if (names.length === 0) throw new CliError(`There is nothing in ${dataDir}.`);
      const target = join(dataDir, `${previousPrefix}${formatMoment()}`);
      await mkdir(target, { mode: 0o700 });
      // The database moves last: without it, an interrupted run still counts as a damaged installation.
      const isDatabase = (name: string) => name.startsWith('threadline.db');
      for (const name of names.sort((one, other) => Number(isDatabase(one)) - Number(isDatabase(other))))
        await rename(join(dataDir, name), join(target, name)).catch((error: NodeJS.ErrnoException) => {
          throw new CliError(`${join(dataDir, name)} cannot be moved (${error.code}). The rest is in ${target}.`);
        });
      print(`Everything is kept in ${target}.`);
      print(nextStep);
    } finally {
      release();
    }
  },
});
