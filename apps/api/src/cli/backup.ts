import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import Database from 'better-sqlite3';
import { CliError, type Command, requireDatabase } from './command.ts';
import { databaseFaults } from './database-faults.ts';

export const backupCommand: Command = {
  usage: 'backup <file>',
  summary: 'Copies the database while it is in use, and checks the copy. Images and keys are files in DATA_DIR.',
  async run([target, ...more], context) {
    if (!target || more.length > 0) throw new CliError('Name the file to write.', 2);
    const file = resolve(target);
    if (existsSync(file)) throw new CliError(`${file} exists already. A backup never replaces a file.`);
    requireDatabase(context);
    const draft = `${file}.part`;
    try {
      await context.deps().db.$client.backup(draft);
      // It holds password hashes and what visitors wrote.
      chmodSync(draft, 0o600);
      const tables = check(draft);
      syncFile(draft);
      renameSync(draft, file);
      context.print(`${file}: ${statSync(file).size} bytes, ${tables} tables, checked.`);
    } catch (error) {
      if (error instanceof CliError) throw error;
      throw new CliError(`The backup could not be written: ${error instanceof Error ? error.message : error}`);
    } finally {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${draft}${suffix}`, { force: true });
    }
    return 0;
  },
};

/** @returns how many tables it holds */
function check(file: string): number {
  const copy = new Database(file, { readonly: true });
  try {
    const faults = databaseFaults(copy);
    if (faults.length > 0) throw new CliError(`The copy is damaged: ${faults.join('; ')}`);
    return copy.prepare("select name from sqlite_master where type = 'table'").all().length;
  } finally {
    copy.close();
  }
}

function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
