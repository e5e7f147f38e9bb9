import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Config } from '../../config.ts';
import type { Deps } from '../../context.ts';
import { revisions, users } from '../../platform/db/schema/core.ts';
import { findKeyFault, isKeyMissing, type KeyName, keyFiles, keyPath } from '../../platform/keys.ts';
import { adviseCommand, type DataFault } from './data-fault.ts';
import { findRefusal, inspectPermissions, permissions } from './inspect-permissions.ts';

type KeyConfig = Pick<Config, 'dataDir' | 'publisher' | 'webhook'>;

/** Rows that a new key would make useless, by the key that they were made with. */
const dependentRows: Partial<Record<KeyName, string>> = {
  'second-factor-key': 'select 1 from totp_secrets where confirmed_at is not null',
  'erasure-key': 'select 1 from erasures where email_hash is not null',
};

/** Returns the faults of all key files. A missing one is a fault only if the database holds rows that depend on it. */
export function inspectKeys(config: KeyConfig, { isDatabaseUsable }: { isDatabaseUsable: boolean }): DataFault[] {
  const { dataDir } = config;
  const names = listKeyFiles(config);
  const paths = names.map((name) => keyPath(dataDir, name));
  const refused = inspectPermissions(dataDir, 'key', [join(dataDir, 'keys'), ...paths]);
  const isRefused = (name: KeyName) => refused && findRefusal(keyPath(dataDir, name), permissions.key.mode);
  const lost = isDatabaseUsable ? listLostKeys(dataDir) : [];
  const faults = names
    .filter((name) => !isRefused(name))
    .flatMap((name) => {
      const fault = lost.includes(name) ? 'is missing' : findKeyFault(dataDir, name);
      return fault ? [describeKeyFault(dataDir, name, fault)] : [];
    });
  return refused ? [refused, ...faults] : faults;
}

/** Returns the key files that are missing: they are generated when the data is opened. */
export function listMissingKeys(config: KeyConfig): KeyName[] {
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
    return `The key file ${keyPath(config.dataDir, name)} was missing. With the new one, ${consequence}.`;
  });
}

/** Returns the keys that are read from files: the environment may give two of them. */
function listKeyFiles({ publisher, webhook }: KeyConfig): KeyName[] {
  const given = [...(publisher.token ? ['publisher-token'] : []), ...(webhook.secret ? ['webhook-secret'] : [])];
  return (Object.keys(keyFiles) as KeyName[]).filter((name) => !given.includes(name));
}

function listLostKeys(dataDir: string): string[] {
  const missing = Object.entries(dependentRows).filter(([name]) => isKeyMissing(dataDir, name as KeyName));
  const file = join(dataDir, 'threadline.db');
  // Without a file this is a fresh installation.
  if (missing.length === 0 || !existsSync(file)) return [];
  const client = new Database(file, { fileMustExist: true });
  try {
    const tables = client.prepare("select count(*) from sqlite_master where name in ('totp_secrets', 'erasures')");
    if (tables.pluck().get() !== 2) return [];
    return missing.filter(([, query]) => client.prepare(`${query} limit 1`).get()).map(([name]) => name);
  } finally {
    client.close();
  }
}

function describeKeyFault(dataDir: string, name: KeyName, fault: string): DataFault {
  const text = `Put the file back from a copy. Or make a new key, after which ${keyFiles[name].consequence}`;
  return {
    part: 'key',
    sentence: `The key file ${keyPath(dataDir, name)} ${fault}.`,
    advice: [adviseCommand(dataDir, text, `key reset ${name}`)],
  };
}
