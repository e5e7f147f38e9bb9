import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isServerRecovering } from '../operations/recovery/recovery-lock.ts';
import { CliError, type Command } from './command.ts';
import { lockData } from './key.ts';

const asidePrefix = 'set-aside-';

export const startOverCommand: Command = {
  usage: 'start-over --yes',
  summary:
    'Moves everything in DATA_DIR, backups included, into a folder set-aside-<time>, so that the next start makes a new, empty site.',
  async run([flag, ...more], { loadConfig, print }) {
    if (flag !== '--yes' || more.length > 0)
      throw new CliError('This takes the present site offline and begins a new one. Add --yes to do it.', 2);
    const { dataDir } = loadConfig();
    const release = lockData(dataDir);
    const newSite = isServerRecovering(dataDir)
      ? 'The running server makes a new site by itself and prints a set-up link for its first account.'
      : 'The next start makes a new site and prints a set-up link for its first account.';
    try {
      const names = (await readdir(dataDir)).filter((name) => name !== 'locks' && !name.startsWith(asidePrefix));
      if (names.length === 0) throw new CliError(`There is nothing in ${dataDir}.`);
      const aside = join(dataDir, `${asidePrefix}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
      await mkdir(aside, { mode: 0o700 });
      // The database moves last: without it, a run that was stopped half-way still counts as a damaged installation.
      const isDatabase = (name: string) => name.startsWith('threadline.db');
      for (const name of names.sort((one, other) => Number(isDatabase(one)) - Number(isDatabase(other))))
        await rename(join(dataDir, name), join(aside, name)).catch((error: NodeJS.ErrnoException) => {
          throw new CliError(`${join(dataDir, name)} cannot be moved (${error.code}). What was moved is in ${aside}.`);
        });
      print(`Everything is kept in ${aside}.`);
      print(newSite);
    } finally {
      release();
    }
    return 0;
  },
};
