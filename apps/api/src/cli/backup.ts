import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packBackup } from '../backup/archive.ts';
import { packingPrefix } from '../backup/leftovers.ts';
import { makeBackup } from '../backup/make.ts';
import { verifyArchive } from '../backup/prove.ts';
import { makeScratch } from '../scratch.ts';
import { type CliContext, CliError, type Command, requireDatabase } from './command.ts';

export const backupCommand: Command = {
  usage: 'backup <file.tar> [--with-keys]',
  summary:
    'Packs database and images, while they are in use, into one file that moves a site; and verifies that it can be restored.',
  async run(args, context) {
    const { target, withKeys } = readArgs(args);
    if (await isThere(target)) throw new CliError(`${target} exists already. A backup never replaces a file.`);
    if (!(await isThere(dirname(target)))) throw new CliError(`The folder ${dirname(target)} does not exist.`);
    requireDatabase(context);
    const deps = context.deps();
    const base = join(deps.config.dataDir, 'backups');
    await mkdir(base, { recursive: true, mode: 0o700 });
    const scratch = await makeScratch(join(base, packingPrefix));
    try {
      const folder = join(scratch.folder, 'backup');
      context.print('Copying the database and the images…');
      const manifest = await makeBackup(deps, { folder, withKeys, tell: context.tell });
      context.print(`Packing ${Object.keys(manifest.files).length} files…`);
      let result = '';
      const verify = async (archive: string) => {
        context.print('Verifying the archive, with a rehearsal of its restore…');
        const verdict = await verifyArchive(deps.config, { archive, scratch: scratch.folder, tell: context.tell });
        if (verdict.result === 'damaged') throw new CliError(verdict.detail);
        result = verdict.detail;
      };
      await packBackup(folder, manifest, { target, verify, tell: context.tell });
      await report(context, target, result);
    } catch (error) {
      if (error instanceof CliError) throw error;
      throw new CliError(`The backup could not be written: ${error instanceof Error ? error.message : error}`);
    } finally {
      scratch.remove();
    }
    return 0;
  },
};

function readArgs(args: string[]): { target: string; withKeys: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'with-keys': { type: 'boolean', default: false } },
    });
    const [target, ...more] = positionals;
    if (target && more.length === 0) return { target: resolve(target), withKeys: values['with-keys'] };
  } catch {
    // An unknown option: the usage says what there is.
  }
  throw new CliError('Name the file to write.', 2);
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function report({ print }: CliContext, target: string, result: string): Promise<void> {
  const { size } = await stat(target);
  print(`${target}: ${size} bytes.`);
  print(result);
}
