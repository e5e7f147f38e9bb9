import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { releaseIdSchema } from '@threadline/schema/release';
import type { Config } from '../config.ts';
import { findKeyFault, isKeyName, type KeyName, keyFiles, keyPath } from '../keys.ts';
import { inspectDatabase } from './inspect-database.ts';

/** Why the data folder cannot be used as it is. The product then runs in recovery mode. */
export interface DataFault {
  part: 'database' | 'key';
  /** One sentence for the operator; names paths. */
  sentence: string;
  /** What the operator can do. */
  advice: Advice[];
}

interface Advice {
  /** Without its full stop: a colon and the command may follow. */
  text: string;
  command?: string;
}

/** Returns a fault and its advice as lines for a terminal. */
export function describeFault({ sentence, advice }: DataFault): string[] {
  return [sentence, ...advice.map(({ text, command }) => (command ? `${text}: ${command}` : `${text}.`))];
}

type DataConfig = Pick<Config, 'dataDir' | 'publisher' | 'webhook'>;

/** Keys that the publisher generates as well: they may be there before the first database. */
const sharedKeys: readonly string[] = ['publisher-token', 'webhook-secret'] satisfies KeyName[];

/** Returns the first fault of a data folder. A folder that holds nothing of this product is a fresh installation. */
export function inspectData(config: DataConfig): DataFault | undefined {
  return findDatabaseFault(config.dataDir) ?? inspectKeys(config);
}

function findDatabaseFault(dataDir: string): DataFault | undefined {
  const file = join(dataDir, 'threadline.db');
  const fault = inspectDatabase(file);
  if (!fault) return undefined;
  const traces = findTraces(dataDir);
  const isFresh =
    (fault.kind === 'missing' && traces.length === 0) ||
    // Keys are generated right after the database, before it has any content.
    (fault.kind === 'blank' && traces.every((trace) => trace === 'keys'));
  if (isFresh) return undefined;
  if (fault.kind === 'full') {
    const text = 'Free some space on the disk of the data folder; the site then comes back without a restart';
    return { part: 'database', sentence: `The database ${file} ${fault.reason}.`, advice: [{ text }] };
  }
  return describeUnusable(dataDir, fault.reason);
}

/** Returns the fault of a database in which damage was found after it was opened. */
export function describeDamage({ dataDir }: Pick<Config, 'dataDir'>): DataFault {
  return describeUnusable(dataDir, 'is damaged');
}

function describeUnusable(dataDir: string, reason: string): DataFault {
  const traces = findTraces(dataDir);
  const beside = traces.length > 0 ? ` The folder still holds ${traces.join(', ')}.` : '';
  return {
    part: 'database',
    sentence: `The database ${join(dataDir, 'threadline.db')} ${reason}.${beside}`,
    advice: [
      { text: 'Restore the newest verified backup', command: 'npm run cli -- restore latest' },
      { text: 'Or restore a backup from elsewhere', command: 'npm run cli -- restore <file.tar>' },
      {
        text: 'Or start a new, empty site; the present data is moved aside, not deleted',
        command: 'npm run cli -- start-over --yes',
      },
    ],
  };
}

/** Returns the names of the folders that hold data of an installation. */
function findTraces(dataDir: string): string[] {
  const isTrace: Record<string, (name: string) => boolean> = {
    releases: (name) => releaseIdSchema.safeParse(name).success,
    media: () => true,
    backups: (name) => !name.startsWith('.'),
    keys: (name) => isKeyName(name) && !sharedKeys.includes(name),
  };
  return Object.entries(isTrace).flatMap(([folder, matches]) =>
    listFolder(join(dataDir, folder)).some(matches) ? [folder] : [],
  );
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function inspectKeys({ dataDir, publisher, webhook }: DataConfig): DataFault | undefined {
  const given = [...(publisher.token ? ['publisher-token'] : []), ...(webhook.secret ? ['webhook-secret'] : [])];
  for (const name of Object.keys(keyFiles) as KeyName[]) {
    const fault = given.includes(name) ? undefined : findKeyFault(dataDir, name);
    if (fault) {
      return {
        part: 'key',
        sentence: `The key file ${keyPath(dataDir, name)} ${fault}.`,
        advice: [
          {
            text: `Put the file back from a copy. Or make a new key, after which ${keyFiles[name].consequence}`,
            command: `npm run cli -- key reset ${name}`,
          },
        ],
      };
    }
  }
  return undefined;
}
