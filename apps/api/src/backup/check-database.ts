import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Dashboard } from '@threadline/schema/wire/dashboard';
import type { Database } from 'better-sqlite3';
import type { Config } from '../config.ts';
import type { Deps } from '../context.ts';
import { type Db, openDatabase } from '../platform/db/client.ts';
import { findDatabaseFaults } from '../platform/db/sqlite-errors.ts';
import { hourMs } from '../platform/durations.ts';
import { killOnExit } from '../platform/process-exit.ts';
import { isDiskFullError } from '../platform/storage/free-space.ts';

const maxResultAgeMs = 6 * hourMs;
const run = promisify(execFile);

type CheckerConfig = Pick<Config, 'databaseChecker'>;

/**
 * Migrates a restored copy to the newest schema, and checks whether it is a database of this program and nothing else.
 *
 * @param file a copy that no other process uses
 * @returns a sentence for each fault
 */
export function findRestoredFaults(file: string): string[] {
  let copy: Db;
  try {
    copy = openDatabase(file);
  } catch (error) {
    if (isDiskFullError(error)) throw error;
    return [error instanceof Error ? error.message : String(error)];
  }
  try {
    return [...findDatabaseFaults(copy.$client), ...findSchemaFaults(copy.$client)];
  } finally {
    copy.$client.close();
  }
}

/** A foreign trigger or view would run with the permissions of the API, even under a name that the product uses. */
function findSchemaFaults(client: Database): string[] {
  const fresh = openDatabase(':memory:');
  try {
    const expected = readSchema(fresh.$client);
    const found = readSchema(client);
    return [
      ...[...found.keys()].filter((name) => !expected.has(name)).map((name) => `${name} is not part of this program`),
      ...[...expected.keys()].filter((name) => !found.has(name)).map((name) => `${name} is missing`),
      ...[...found]
        .filter(([name, definition]) => expected.has(name) && expected.get(name) !== definition)
        .map(([name]) => `${name} differs from that of this program`),
    ];
  } finally {
    fresh.$client.close();
  }
}

/** Returns the definition of each object. Both databases had the same migrations, so only white space may differ. */
function readSchema(client: Database): Map<string, string> {
  const rows = client.prepare("select type, name, sql from sqlite_master where name not like 'sqlite_%'").all();
  return new Map(
    (rows as { type: string; name: string; sql: string | null }[]).map(({ type, name, sql }) => [
      `${type} ${name}`,
      (sql ?? '').replace(/\s+/g, ' ').trim(),
    ]),
  );
}

/** Runs `findRestoredFaults` in a child process: it reads the whole database, and requests must not wait for it. */
export function checkRestoredInChild(config: CheckerConfig, file: string): Promise<string[]> {
  return runCheck(config, file);
}

async function runCheck({ databaseChecker }: CheckerConfig, ...args: string[]): Promise<string[]> {
  const checking = run(process.execPath, [databaseChecker, ...args]);
  killOnExit(checking.child);
  const { stdout } = await checking;
  return JSON.parse(stdout);
}

type Integrity = Dashboard['system']['integrity'];

/** Creates the check of the live database, which reads every page of it in a child process. */
export function createIntegrityCheck({ config, db, now, log }: Pick<Deps, 'config' | 'db' | 'now' | 'log'>) {
  let checkedAt: number | undefined;
  let result: Integrity = null;

  /** Returns null when the database could not be checked. */
  async function check(): Promise<Integrity> {
    const at = now();
    checkedAt = at.getTime();
    try {
      // Another process cannot open a database in memory; only tests have one.
      const faults = db.$client.memory
        ? findDatabaseFaults(db.$client)
        : await runCheck(config, db.$client.name, 'live');
      result = { at: at.toISOString(), faults };
      return result;
    } catch (error) {
      log.error({ err: error }, 'the database could not be checked');
      return null;
    }
  }

  return {
    check,
    /** Returns the last result, and renews it in the background when it is too old. */
    refresh(): Integrity {
      if (checkedAt === undefined || Math.abs(now().getTime() - checkedAt) > maxResultAgeMs) void check();
      return result;
    },
  };
}

export type IntegrityCheck = ReturnType<typeof createIntegrityCheck>;
