import { writeFileSync } from 'node:fs';
import { type Db, openDatabase } from '../src/platform/db/client.ts';

let bytes: Buffer | undefined;

/** Returns a migrated database. The migrations run once, because they take longer than most tests. */
function newDatabase(): Buffer {
  bytes ??= openDatabase(':memory:').$client.serialize();
  return bytes;
}

export function openInMemory(): Db {
  return openDatabase(newDatabase());
}

export function openOnDisk(file: string): Db {
  writeFileSync(file, newDatabase(), { mode: 0o600 });
  return openDatabase(file);
}
