import Database from 'better-sqlite3';

import type { IntegrityCheck } from '../../backup/check-database.ts';
import type { Deps } from '../../context.ts';
import type { Db } from '../../platform/db/client.ts';
import { isDamage } from '../../platform/db/sqlite-errors.ts';
import { isDiskFull, isDiskFullError } from '../../platform/storage/free-space.ts';

const reuseMs = 1000;

const sentences = {
  full: 'The disk is full. Nothing can be stored until there is room again.',
  damaged:
    'The database is damaged. Stop the server. Restore the newest verified backup: npm run cli -- restore latest',
  unwritable: 'The database cannot be written.',
};

export interface StorageCheck {
  /** Returns why nothing can be stored, as a sentence for people. Looks at most once per second. */
  findProblem: () => string | undefined;
  /** Takes note of damage that a request has met. */
  noteError: (error: unknown) => void;
}

/**
 * Checks whether the database can be read and written. All callers share one result per second: a committed write, and the
 * newest row of every table, read from the file.
 */
export function createStorageCheck(
  { config, db, log, now }: Pick<Deps, 'config' | 'db' | 'log' | 'now'>,
  integrity: IntegrityCheck,
): StorageCheck {
  let checked: { at: number; problem: string | undefined } | undefined;
  let isDamageNoted = false;

  function check(): string | undefined {
    if (isDamageNoted) return sentences.damaged;
    const failure = tryStorage({ config, db });
    if (failure && !checked?.problem) log.error({ err: failure.error }, failure.problem);
    return failure?.problem;
  }

  return {
    findProblem() {
      const at = now().getTime();
      if (!checked || Math.abs(at - checked.at) >= reuseMs) checked = { at, problem: check() };
      return checked.problem;
    },
    noteError(error) {
      if (!isDamage(error) || isDamageNoted) return;
      isDamageNoted = true;
      checked = undefined;
      // All pages are read now. If none of them is damaged, the next check decides.
      void integrity.check().then((result) => {
        isDamageNoted = (result?.faults.length ?? 0) > 0;
        checked = undefined;
      });
    },
  };
}

/** Tries to write and to read. Returns why that has failed; `error` says more than `problem`. */
export function tryStorage({
  config,
  db,
}: Pick<Deps, 'config' | 'db'>): { problem: string; error?: unknown } | undefined {
  try {
    // The small write below may still fit when an enquiry does not.
    if (isDiskFull(config.dataDir)) return { problem: sentences.full };
    writeMark(db);
    readNewestRows(db);
    return undefined;
  } catch (error) {
    if (isDiskFullError(error)) return { problem: sentences.full, error };
    return { problem: isDamage(error) ? sentences.damaged : sentences.unwritable, error };
  }
}

/** A committed write: a number in the file's header that SQLite leaves to the program. */
function writeMark({ $client }: Db): void {
  const mark = Number($client.pragma('user_version', { simple: true }));
  $client.pragma(`user_version = ${(mark + 1) % 2 ** 31}`);
}

/** Through a connection of its own: the one of the requests has pages in memory, and would not notice a damaged file. */
function readNewestRows({ $client }: Db): void {
  if ($client.memory) return;
  const file = new Database($client.name, { readonly: true, fileMustExist: true });
  try {
    const tables = file.pragma('table_list') as { name: string; schema: string; type: string; wr: number }[];
    for (const { name, schema, type, wr } of tables)
      if (schema === 'main' && type === 'table' && wr === 0)
        file.prepare(`select * from "${name}" order by rowid desc limit 1`).get();
  } finally {
    file.close();
  }
}
