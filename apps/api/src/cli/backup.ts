import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packBackup } from '../backup/archive.ts';
import { packingPrefix } from '../backup/cleanup.ts';
import { makeBackup } from '../backup/create.ts';
import { type Verdict, verifyArchive } from '../backup/verify.ts';
import { isDamage } from '../platform/db/sqlite-errors.ts';
import { makeScratch } from '../platform/storage/temp-folders.ts';
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
    const scratch = makeScratch(join(base, packingPrefix));
    try {
      const folder = join(scratch.folder, 'backup');
      context.print('Copying the database and the images…');
      const manifest = await makeBackup(deps, { folder, withKeys, tell: context.tell });
      context.print(`Packing ${Object.keys(manifest.files).length} files…`);
      let verdict: Verdict | undefined;
      const verify = async (archive: string) => {
        context.print('Verifying the archive, with a rehearsal of its restore…');
        verdict = await verifyArchive(deps.config, { archive, scratch: scratch.folder, tell: context.tell });
        if (verdict.result === 'damaged') throw new CliError(verdict.detail);
      };
      await packBackup(folder, manifest, { target, verify, tell: context.tell });
      await report(context, target, verdict);
    } catch (error) {
      if (error instanceof CliError || isDamage(error)) throw error;
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

/** @throws CliError when the archive was not verified */
async function report({ print }: CliContext, target: string, verdict: Verdict | undefined): Promise<void> {
  const { size } = await stat(target);
  print(`${target}: ${size} bytes.`);
  if (verdict?.result !== 'verified')
    throw new CliError(`The archive was written, but it could not be verified. ${verdict?.detail ?? ''}`.trim());
  print(verdict.detail);
}
