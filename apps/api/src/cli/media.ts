import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ObjectStore, openObjectStore } from '@threadline/object-store/object-store';
import { ObjectStoreError } from '@threadline/object-store/store-error';
import { forEachFile } from '../backup/manifest.ts';
import { listMediaFiles } from '../backup/verify.ts';
import { createProgressCounter, type OnProgress } from '../platform/progress.ts';
import { type MediaStorage, mediaPrefix, openMediaPlace, saveMediaFile } from '../platform/storage/media-storage.ts';
import { createTempFolder, uploadingPrefix } from '../platform/storage/temp-folders.ts';
import { CliError, defineCommand, lockDataFolder, requireDatabase } from './command.ts';

const maxShownFaults = 5;

export const mediaCopyCommand = defineCommand({
  usage: 'media copy <to-store or to-folder> [--delete-source]',
  summary:
    'Copies the images between DATA_DIR/media and the object store at STORAGE_URL, and compares every one. It continues where it was stopped, and may run while the server runs. --delete-source then removes them from where they were; the server must be stopped for that.',
  missingArgument: 'Say where to: to-store or to-folder.',
  options: { 'delete-source': { type: 'boolean', default: false } },
  async run({ argument, options }, context) {
    const { loadConfig, print, onProgress } = context;
    if (argument !== 'to-store' && argument !== 'to-folder')
      throw new CliError(`"${argument}" is not a place: say to-store or to-folder.`, 2);
    const { dataDir, mediaStore } = loadConfig();
    if (!mediaStore) throw new CliError('STORAGE_URL is not set: it names the object store.');
    requireDatabase(context);
    const store = openObjectStore(mediaStore);
    const inStore = openMediaPlace({ store });
    const inFolder = openMediaPlace({ folder: join(dataDir, 'media') });
    const [from, to] = argument === 'to-store' ? [inFolder, inStore] : [inStore, inFolder];
    const deletesSource = options['delete-source'];
    // A running server may still use the source.
    const release = deletesSource ? lockDataFolder(dataDir) : () => {};
    const scratch = createTempFolder(join(dataDir, uploadingPrefix));
    try {
      const names = [...listMediaFiles(context.deps().db)].map((name) => name.slice(mediaPrefix.length));
      const { copied, faults } = await copyMedia({ from, to, names, folder: scratch.folder, onProgress });
      print(`${copied} of ${names.length} files were copied; the others were there. Every file was compared.`);
      if (faults.length > 0) throw new CliError(describeFaults(faults));
      if (deletesSource) await forEachFile(names, (name) => from.remove(name));
      const lines = deletesSource ? ['The source is empty now.'] : describeNextStep(argument, store);
      for (const line of lines) print(line);
    } catch (error) {
      throw explainStoreError(error);
    } finally {
      scratch.remove();
      release();
    }
  },
});

interface Copy {
  from: MediaStorage;
  to: MediaStorage;
  names: string[];
  /** For the file that is being copied. */
  folder: string;
  onProgress: OnProgress;
}

/** Returns how many files were copied, and a sentence for each one that cannot be. No file is ever replaced. */
async function copyMedia({ from, to, names, folder, onProgress }: Copy) {
  const count = createProgressCounter(onProgress, { name: 'Copying', unit: 'items', total: names.length });
  const faults: string[] = [];
  let copied = 0;
  await forEachFile(names, async (name) => {
    const source = await from.describe(name);
    let target = await to.describe(name);
    if (source && !target) {
      const path = join(folder, name);
      if (await saveMediaFile(from, name, path)) await to.writeFile(name, path);
      await rm(path, { force: true });
      target = await to.describe(name);
      copied += 1;
    }
    if (!target) faults.push(`${name} is missing in both places`);
    else if (source && source.sha256 !== target.sha256) faults.push(`${name} differs, and was not replaced`);
    count(1);
  });
  return { copied, faults };
}

/** The message for editors does not name the bucket. */
function explainStoreError(error: unknown): unknown {
  const { cause } = error as Error;
  if (!(cause instanceof ObjectStoreError)) return error;
  return new CliError(`${cause.message} Run the command again: it continues where it stopped.`);
}

function describeFaults(faults: string[]): string {
  const more = faults.length > maxShownFaults ? `; and ${faults.length - maxShownFaults} more` : '';
  return `These files need your attention: ${faults.slice(0, maxShownFaults).join('; ')}${more}.`;
}

function describeNextStep(direction: 'to-store' | 'to-folder', { name }: ObjectStore): string[] {
  const again = 'run this command again, which copies images that were uploaded meanwhile.';
  return direction === 'to-store'
    ? [`Set STORAGE_URL for the server (it names ${name}), restart the server, and ${again}`]
    : [`Remove STORAGE_URL from the settings of the server, restart it, and, with STORAGE_URL in this shell, ${again}`];
}
