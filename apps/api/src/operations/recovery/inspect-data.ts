import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { releaseIdSchema } from '@threadline/schema/wire/release';
import Database from 'better-sqlite3';
import { findLocationOnDisk } from '../../backup/location.ts';
import { hasVerifiedBackup } from '../../backup/manifest.ts';
import type { Config } from '../../config.ts';
import type { Deps } from '../../context.ts';
import { compareMigrations } from '../../platform/db/migrations.ts';
import { revisions, users } from '../../platform/db/schema/core.ts';
import { findKeyFault, getKeyPath, isKeyMissing, isKeyName, type KeyName, keyFiles } from '../../platform/keys.ts';
import { isDiskFull } from '../../platform/storage/free-space.ts';

/** An action that an operator can take. */
export interface Advice {
  /** Without its full stop: a colon and the command may follow. */
  text: string;
  command?: string;
  /** The data folder that the command needs in `DATA_DIR`, if it is not the default one. */
  dataDir?: string;
}

/** A reason why the data folder cannot be used as it is. The product then runs in recovery mode. */
export interface DataFault {
  /** `restore`: a backup is being restored at this moment. */
  part: 'database' | 'key' | 'restore';
  /** One sentence for the operator; names paths. */
  sentence: string;
  advice: Advice[];
}

type BackupConfig = Pick<Config, 'dataDir' | 'backup'>;
type InspectedConfig = BackupConfig & Pick<Config, 'publisher' | 'webhook'>;

/**
 * Returns every fault of a data folder, undefined if there is none. The database is opened, but never created or migrated. A
 * folder that holds nothing of this product is a fresh installation.
 */
export function inspectData(config: InspectedConfig): DataFault[] | undefined {
  const { dataDir } = config;
  const file = getDatabaseFile(dataDir);
  const names = listKeyFiles(config);
  const keyPaths = names.map((name) => getKeyPath(dataDir, name));
  const database =
    findPermissionFault(dataDir, 'database', [dataDir, file, `${file}-wal`, `${file}-shm`]) ??
    findDatabaseFault(config);
  const missing = names.filter((name) => isKeyMissing(dataDir, name));
  const lost = database ? [] : listLostKeys(file, missing);
  const keyPermissions = findPermissionFault(dataDir, 'key', [join(dataDir, 'keys'), ...keyPaths]);
  const keys = names.flatMap((name) => {
    const reason = lost.includes(name) ? 'is missing' : findKeyFault(dataDir, name);
    return reason ? [describeKeyFault(dataDir, name, reason)] : [];
  });
  // A key without permission cannot be read, so it would be reported twice.
  const faults = [database, ...(keyPermissions ? [keyPermissions] : keys)].filter((fault) => fault !== undefined);
  return faults.length > 0 ? faults : undefined;
}

const getDatabaseFile = (dataDir: string) => join(dataDir, 'threadline.db');

/** Larger databases are opened without reading every page, which would take seconds. */
const maxCheckedBytes = 64 * 1024 ** 2;

/** The reason of a database that cannot be used, as the end of a sentence, by the code of the error when it is opened. */
const reasonsByCode: [RegExp, string][] = [
  [/^ENOENT$/, 'is missing'],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'is damaged'],
  [/^SQLITE_ERROR$/, 'belongs to another program'],
  [/^SQLITE_BUSY/, 'is in use by another program'],
];

function findDatabaseFault(config: BackupConfig): DataFault | undefined {
  const { dataDir } = config;
  const reason = findDatabaseReason(getDatabaseFile(dataDir));
  if (!reason) return undefined;
  const traces = listTraces(dataDir);
  // Keys are generated right after the database, before it has any content.
  const isFresh =
    (reason === 'is missing' && traces.length === 0) ||
    (reason === 'is empty' && traces.every((trace) => trace === 'keys'));
  return isFresh ? undefined : describeDatabaseFault(config, reason, traces);
}

/** Returns why a database cannot be used, as the end of a sentence; undefined if it can. */
function findDatabaseReason(file: string): string | undefined {
  let client: Database.Database | undefined;
  try {
    const { size } = statSync(file);
    client = new Database(file, { fileMustExist: true });
    if (size <= maxCheckedBytes && client.pragma('quick_check(1)', { simple: true }) !== 'ok') return 'is damaged';
    const tables = client.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
    if (tables.length === 0) return 'is empty';
    if (!tables.includes('__drizzle_migrations')) return 'belongs to another program';
    if (compareMigrations(client).unknown > 0) return 'was written by a newer version, or by another program';
    return ['revisions', 'users', 'enquiries'].some((table) => hasRow(client, `select 1 from ${table}`))
      ? undefined
      : 'is empty';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === '') throw error;
    if (/^SQLITE_(?:CANTOPEN|IOERR)/.test(code) && isDiskFull(dirname(file))) return diskFullReason;
    return reasonsByCode.find(([pattern]) => pattern.test(code))?.[1] ?? `cannot be opened (${code})`;
  } finally {
    client?.close();
  }
}

const hasRow = (client: Database.Database | undefined, query: string) =>
  client?.prepare(`${query} limit 1`).get() !== undefined;

/** Returns the fault of a database in which damage was found after it was opened. */
export function describeDamage(config: BackupConfig): DataFault[] {
  return [describeDatabaseFault(config, 'is damaged', listTraces(config.dataDir))];
}

const diskFullReason = 'cannot be opened: the disk is full';

function describeDatabaseFault({ dataDir, backup }: BackupConfig, reason: string, traces: string[]): DataFault {
  const remains = traces.length > 0 && reason !== diskFullReason ? ` The folder still holds ${traces.join(', ')}.` : '';
  const sentence = `The database ${getDatabaseFile(dataDir)} ${reason}.${remains}`;
  if (reason === diskFullReason) {
    const text = 'Free some space on the disk of the data folder; the site then recovers without a restart';
    return { part: 'database', sentence, advice: [{ text }] };
  }
  // An object store is not asked here: recovery mode must start without a network.
  const hasBackup =
    findLocationOnDisk({ dataDir, backup }) !== undefined || hasVerifiedBackup(join(dataDir, 'backups'));
  const advice = [
    ...(hasBackup ? [createCommandAdvice(dataDir, 'Restore the newest verified backup', 'restore latest')] : []),
    createCommandAdvice(
      dataDir,
      `${hasBackup ? 'Or restore' : 'Restore'} a backup from elsewhere`,
      'restore <file.tar>',
    ),
    createCommandAdvice(
      dataDir,
      'Or start a new, empty site; the present data is moved aside, not deleted',
      'start-over --yes',
    ),
  ];
  return { part: 'database', sentence, advice };
}

/** Keys that the publisher generates as well: they may be there before the first database. */
const sharedKeys: readonly string[] = ['publisher-token', 'webhook-secret'] satisfies KeyName[];

/** Entries of each folder that show that it holds data of an installation. */
const isTrace: Record<string, (name: string) => boolean> = {
  releases: (name) => releaseIdSchema.safeParse(name).success,
  media: () => true,
  mail: () => true,
  backups: (name) => !name.startsWith('.'),
  keys: (name) => isKeyName(name) && !sharedKeys.includes(name),
};

/** Returns the names of the folders that hold data of an installation. One that cannot be read may hold some. */
function listTraces(dataDir: string): string[] {
  return Object.entries(isTrace).flatMap(([folder, matches]) => {
    try {
      return readdirSync(join(dataDir, folder)).some(matches) ? [folder] : [];
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : [folder];
    }
  });
}

/** Returns the keys that are read from files: the environment may give two of them. */
function listKeyFiles({ publisher, webhook }: InspectedConfig): KeyName[] {
  const given = [...(publisher.token ? ['publisher-token'] : []), ...(webhook.secret ? ['webhook-secret'] : [])];
  return (Object.keys(keyFiles) as KeyName[]).filter((name) => !given.includes(name));
}

/** Rows that a new key would make useless, by the key that they were made with. */
const dependentRows: Partial<Record<KeyName, string>> = {
  'second-factor-key': 'select 1 from totp_secrets where confirmed_at is not null',
  'erasure-key': 'select 1 from erasures where email_hash is not null',
};

/** Returns those of the missing keys that rows of a usable database depend on. */
function listLostKeys(file: string, missing: KeyName[]): KeyName[] {
  // Without a file, or without tables in it, this is a fresh installation.
  if (missing.length === 0 || !existsSync(file)) return [];
  const client = new Database(file, { fileMustExist: true });
  try {
    if (!hasRow(client, "select 1 from sqlite_master where name = 'erasures'")) return [];
    return missing.filter((name) => {
      const query = dependentRows[name];
      return query !== undefined && hasRow(client, query);
    });
  } finally {
    client.close();
  }
}

function describeKeyFault(dataDir: string, name: KeyName, reason: string): DataFault {
  const text = `Put the file back from a copy. Or make a new key, after which ${keyFiles[name].consequence}`;
  return {
    part: 'key',
    sentence: `The key file ${getKeyPath(dataDir, name)} ${reason}.`,
    advice: [createCommandAdvice(dataDir, text, `key reset ${name}`)],
  };
}

/** Returns the key files that are missing: they are generated when the data is opened. */
export function listMissingKeys(config: InspectedConfig): KeyName[] {
  return listKeyFiles(config).filter((name) => isKeyMissing(config.dataDir, name));
}

/**
 * Returns what the loss of these key files means, in a sentence each. Before a server has seeded content and someone has an
 * account, nothing is lost.
 */
export function describeMissingKeys({ config, db }: Pick<Deps, 'config' | 'db'>, names: KeyName[]): string[] {
  const isInUse = [users, revisions].every((table) => db.select().from(table).limit(1).get() !== undefined);
  if (!isInUse) return [];
  return names.map((name) => {
    const { consequence } = keyFiles[name];
    return `The key file ${getKeyPath(config.dataDir, name)} was missing. With the new one, ${consequence}.`;
  });
}

const permissions = {
  database: { mode: constants.R_OK | constants.W_OK, owned: 'threadline.db*' },
  key: { mode: constants.R_OK, owned: 'keys' },
};

/** Returns a fault for the first of these paths that this user may not use. Its content may be intact. */
function findPermissionFault(dataDir: string, part: keyof typeof permissions, paths: string[]): DataFault | undefined {
  const user = process.getuid?.();
  // Windows has neither these permissions nor chown.
  if (user === undefined) return undefined;
  const { mode, owned } = permissions[part];
  const path = paths.find((each) => isRefused(each, mode));
  if (path === undefined) return undefined;
  const { uid, gid } = statSync(dataDir);
  const chownAdvice = {
    text: 'As root, in the data folder, give it back to this user',
    command: `chown -R ${uid}:${gid} ${owned} && chmod -R u+rwX ${owned}`,
  };
  const runAsOwner = { text: `Run the server and its commands as user ${uid}, who owns the data folder` };
  return {
    part,
    sentence: `User ${user} has no permission for ${path}, without which the server accepts neither sign-ins nor enquiries.`,
    advice: [uid === user ? chownAdvice : runAsOwner],
  };
}

/** Returns whether this user has no permission for a path; for a folder, also if its files cannot be opened. */
function isRefused(path: string, mode: number): boolean {
  try {
    accessSync(path, statSync(path).isDirectory() ? mode | constants.X_OK : mode);
    return false;
  } catch (error) {
    return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/** Returns faults and their advice as lines for a terminal. */
export function describeFaults(faults: DataFault[]): string[] {
  return faults.flatMap(({ sentence, advice }) => [sentence, ...advice.map(describeAdvice)]);
}

/** Returns advice to run a command of the product on this data folder. */
function createCommandAdvice(dataDir: string, text: string, command: string): Advice {
  return { text, command: `npm run cli -- ${command}`, ...(dataDir !== resolve('data') && { dataDir }) };
}

/** Returns a line for a terminal. */
function describeAdvice({ text, command, dataDir }: Advice): string {
  if (!command) return `${text}.`;
  return `${text}: ${dataDir ? `DATA_DIR=${quote(dataDir)} ` : ''}${command}`;
}

function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
