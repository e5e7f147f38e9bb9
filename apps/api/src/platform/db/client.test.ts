import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newTempFolder } from '../../../test/temp-folders.ts';
import { openDatabase } from './client.ts';

const readMode = (file: string) => (statSync(file).mode & 0o777).toString(8);

test('only the owner can read the database and the files that SQLite adds, also if others could before', () => {
  const file = join(newTempFolder(), 'threadline.db');
  const old = process.umask(0o022);
  try {
    writeFileSync(file, '');
    chmodSync(file, 0o644);
    for (const round of ['first', 'second']) {
      const { $client } = openDatabase(file);
      $client.exec(`create table if not exists ${round} (id integer)`);
      expect([file, `${file}-wal`, `${file}-shm`].map(readMode)).toEqual(['600', '600', '600']);
      $client.close();
      chmodSync(file, 0o644);
    }
  } finally {
    process.umask(old);
  }
});
