import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import Database from 'better-sqlite3';

/**
 * Loaded before a program with `node --import <this>?…`. The query defines before which step it is killed: `rename=` a
 * file to a path with this ending, or to prepare a statement that begins with `sql=` for the `nth=` time.
 */
const step = new URL(import.meta.url).searchParams;
const die = () => process.kill(process.pid, 'SIGKILL');

const end = step.get('rename');
if (end) {
  const { rename } = fs;
  fs.rename = (from, to) => {
    if (String(to).endsWith(end)) die();
    return rename(from, to);
  };
  syncBuiltinESMExports();
}

const words = step.get('sql');
if (words) {
  const { prepare } = Database.prototype;
  let seen = 0;
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    if (sql.startsWith(words) && ++seen === Number(step.get('nth'))) die();
    return prepare.call(this, sql);
  } as typeof prepare;
}
