import Database from 'better-sqlite3';
import { Hono } from 'hono';
import type { IntegrityCheck } from '../backup/check-database.ts';
import type { Deps } from '../context.ts';
import type { Db } from '../platform/db/client.ts';
import { isDamage } from '../platform/db/sqlite-errors.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { isDiskFull, isDiskFullError } from '../platform/storage/free-space.ts';
import type { PublisherMonitor } from '../publishing/internal-routes.ts';
import type { LiveRelease } from '../publishing/releases/live-release.ts';
import type { Publishing } from '../publishing/service.ts';

interface HealthDeps {
  liveRelease: LiveRelease;
  publisherMonitor: PublisherMonitor;
  storage: StorageCheck;
  publishing: Pick<Publishing, 'status'>;
}

/**
 * `livez`: the process answers. `readyz`: the database can be read and written, and a release is live. `health`: the
 * publisher is running as well.
 */
export function healthRoutes({ liveRelease, publisherMonitor, storage, publishing }: HealthDeps) {
  function requireReady() {
    const problem = storage.findProblem();
    if (problem) throw new ProblemError('unavailable', { detail: problem, headers: { 'retry-after': '30' } });
    const manifest = liveRelease.manifest();
    if (!manifest) throw describeMissingRelease();
    return { success: true as const, status: 'ok' as const, release: manifest.id, revision: manifest.revision };
  }

  function describeMissingRelease(): ProblemError {
    const { state, faults } = publishing.status();
    if (state !== 'failed')
      return new ProblemError('unavailable', {
        detail: 'The first release is being prepared.',
        headers: { 'retry-after': '2' },
      });
    const reason = faults[0]?.detail ?? 'The publisher gave no reason.';
    return new ProblemError('unavailable', {
      detail: `No release could be rendered: ${reason}`,
      headers: { 'retry-after': '30' },
    });
  }

  function requireHealthy() {
    const answer = requireReady();
    if (publisherMonitor.isMissing())
      throw new ProblemError('unavailable', {
        detail: 'The publisher is not running. The site is online, but edits are not published.',
        headers: { 'retry-after': '2' },
      });
    return answer;
  }

  return new Hono()
    .get('/livez', (context) => context.json({ success: true as const }))
    .get('/readyz', (context) => context.json(requireReady()))
    .get('/health', (context) => context.json(requireHealthy()));
}

const reuseMs = 1000;

const sentences = {
  full: 'The disk is full. Nothing can be stored until there is room again.',
  damaged:
    'The database is damaged. Stop the server. Restore the newest verified backup: npm run cli -- restore latest',
  unwritable: 'The database cannot be written.',
};

export interface StorageCheck {
  /** Returns why nothing can be stored, as a sentence. Checks at most once per second. */
  findProblem: () => string | undefined;
  /** Records an error of a request that may be caused by a damaged database. */
  recordError: (error: unknown) => void;
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
  let isDamageReported = false;

  function check(): string | undefined {
    if (isDamageReported) return sentences.damaged;
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
    recordError(error) {
      if (!isDamage(error) || isDamageReported) return;
      isDamageReported = true;
      checked = undefined;
      // Now all pages are read. If none is damaged, the next check decides.
      void integrity.check().then((result) => {
        isDamageReported = (result?.faults.length ?? 0) > 0;
        checked = undefined;
      });
    },
  };
}

/** Writes and reads. Returns the problem if that fails; `error` has its details. */
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

/** Commits a write: a number in the header of the file that SQLite leaves to the program. */
function writeMark({ $client }: Db): void {
  const mark = Number($client.pragma('user_version', { simple: true }));
  $client.pragma(`user_version = ${(mark + 1) % 2 ** 31}`);
}

/** Uses a connection of its own: the connection of the requests has pages in memory and would not notice damage. */
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
