import { rename } from 'node:fs/promises';
import { holdLock } from '@threadline/config/process-lock';
import { findKeyFault, isKeyMissing, isKeyName, keyFiles, keyPath, readKey } from '../platform/keys.ts';
import { CliError, type Command } from './command.ts';

export const keyResetCommand: Command = {
  usage: 'key reset <name>',
  summary: 'Makes a new key in place of a damaged or missing file of DATA_DIR/keys. A damaged file is kept beside it.',
  async run([name, ...more], { loadConfig, print }) {
    if (!name || more.length > 0 || !isKeyName(name))
      throw new CliError(`Name one of the key files: ${Object.keys(keyFiles).join(', ')}.`, 2);
    const { dataDir } = loadConfig();
    const file = keyPath(dataDir, name);
    const isMissing = isKeyMissing(dataDir, name);
    if (!isMissing && !findKeyFault(dataDir, name))
      throw new CliError(`The key file ${file} is not damaged, so it was left alone.`);
    const release = lockData(dataDir);
    try {
      const aside = `${file}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
      if (!isMissing) await rename(file, aside);
      readKey(dataDir, name);
      print(`A new key is in ${file}${isMissing ? '' : `; the damaged file is kept in ${aside}`}.`);
      print(`From now on ${keyFiles[name].consequence}.`);
    } finally {
      release();
    }
    return 0;
  },
};

/** @throws CliError while the server works in the folder */
export function lockData(dataDir: string): () => void {
  try {
    return holdLock(dataDir, 'api');
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
}
