import { join } from 'node:path';
import { openDatabase } from '../db/client.ts';
import { compareMigrations } from '../db/migrations.ts';
import { readIfPossible } from './kept/replaced-database.ts';

/**
 * The database that is about to be replaced, as this version reads it. It may be of an older one: then a copy is upgraded,
 * since it stays as it is until the last step.
 *
 * @param scratch where the copy lies
 * @returns the file itself where there is nothing to upgrade, or nothing that can be
 * @throws Error when the disk is full
 */
export function inTodaysSchema(file: string, scratch: string): string {
  const copy = join(scratch, 'replaced.db');
  const readable = readIfPossible(file, (client) => {
    if (compareMigrations(client).pending === 0) return file;
    client.prepare('vacuum into ?').run(copy);
    openDatabase(copy).$client.close();
    return copy;
  });
  return readable ?? file;
}
