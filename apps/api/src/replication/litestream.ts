import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { replaceFile } from '@threadline/files/durable-files';
import type { StoreLocation } from '@threadline/object-store/store-url';
import Database from 'better-sqlite3';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { killOnExit } from '../platform/process-exit.ts';

const firstRestartMs = 1000;
const maxRestartMs = 60_000;
const metricsTimeoutMs = 2000;
/** Litestream 0.3 sometimes never ends when it is stopped during an upload. It can be killed at any time. */
const maxStopMs = 5000;
/** Litestream removes what is older. Restores of an earlier moment are the task of backups. */
export const retentionHours = 24;
const noCheckpoints = {
  'min-checkpoint-page-count': 2 ** 30,
  'max-checkpoint-page-count': 0,
  'checkpoint-interval': '0s',
};
const deathSignaler = '/usr/bin/setpriv';

export interface LitestreamOptions {
  /** The path of Litestream 0.3. */
  program: string;
  database: string;
  location: StoreLocation;
}

/**
 * Returns the path of Litestream for this machine.
 *
 * @throws Error with a sentence if there is none
 */
export function findLitestream({ litestream }: Pick<Config, 'litestream'>): string {
  try {
    const name = `@flydotio/litestream-${process.platform}-${process.arch}/litestream`;
    const program = litestream ?? fileURLToPath(import.meta.resolve(name));
    if (existsSync(program)) return program;
  } catch {
    // There is no such package.
  }
  throw new Error(
    'Litestream is not installed for this kind of machine. The server’s administrator can install Litestream 0.3 (LITESTREAM_PATH).',
  );
}

/**
 * Writes the configuration of Litestream beside the database. Key and secret are passed in the environment instead.
 *
 * @param metricsPort on the loopback address; without it, no metrics are served
 */
async function writeConfig({ database, location }: LitestreamOptions, metricsPort?: number): Promise<string> {
  const { bucket, prefix, endpoint, region, style } = location;
  const replica = {
    type: 's3',
    bucket,
    path: prefix.replace(/\/$/, ''),
    endpoint,
    region,
    'force-path-style': style === 'path',
    'sync-interval': '500ms',
    'snapshot-interval': '6h',
    retention: `${retentionHours}h`,
  };
  const config = {
    ...(metricsPort && { addr: `127.0.0.1:${metricsPort}` }),
    // Without checkpoints of its own: one during a write makes the replica useless (Litestream's issues 582 and 1337).
    dbs: [{ path: database, 'monitor-interval': '500ms', ...noCheckpoints, replicas: [replica] }],
  };
  const file = join(dirname(database), 'litestream.yml');
  // JSON is YAML, too.
  await replaceFile(file, JSON.stringify(config, undefined, 2), { mode: 0o600 });
  return file;
}

const createEnv = ({ location }: LitestreamOptions): NodeJS.ProcessEnv => ({
  LITESTREAM_ACCESS_KEY_ID: location.accessKeyId,
  LITESTREAM_SECRET_ACCESS_KEY: location.secretAccessKey,
});

/** Where Litestream remembers how far it is. */
export const getStateFolder = (database: string) => join(dirname(database), `.${basename(database)}-litestream`);

/** Keeps Litestream running, which copies each change of the database to the store within about a second. */
export function createLitestream(options: LitestreamOptions, log: Logger) {
  let child: ChildProcess | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopping = new AbortController();
  let metricsPort = 0;
  let lastError: string | undefined;
  let errorCount = 0;

  async function run(signal: AbortSignal): Promise<void> {
    for (let pauseMs = firstRestartMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, maxRestartMs)) {
      const reason = await runOnce(signal).catch((error: Error) => error.message);
      if (signal.aborted) return;
      lastError = `Litestream ended: ${reason}.`;
      log.error({ reason, pauseMs }, 'litestream ended and will be started again');
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Resolves to the reason why the process has ended. */
  async function runOnce(signal: AbortSignal): Promise<string> {
    metricsPort = await findFreePort();
    // Without its state, it begins a new generation. One that it continues may be incomplete, and has no metrics until the
    // next change.
    await rm(getStateFolder(options.database), { recursive: true, force: true });
    const args = ['replicate', '-config', await writeConfig(options, metricsPort)];
    if (signal.aborted) return 'stopped';
    // A process that outlives this one would replicate the database of the next one, too.
    const [file = '', ...before] = existsSync(deathSignaler)
      ? [deathSignaler, '--pdeathsig', 'KILL', options.program]
      : [options.program];
    const started = spawn(file, [...before, ...args], { env: createEnv(options), stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    killOnExit(started);
    for (const output of [started.stdout, started.stderr])
      createInterface(output).on('line', (line) => logLine(removeSecrets(line, options.location)));
    const [code, ended] = await once(started, 'exit');
    child = undefined;
    return ended ? `signal ${ended}` : `exit code ${code}`;
  }

  function logLine(line: string): void {
    const isError = line.includes('level=ERROR');
    if (isError) lastError = `Litestream: ${line.split(' error=').at(-1)?.replaceAll('"', '')}`;
    log[isError ? 'warn' : 'debug']({ litestream: line }, 'litestream');
  }

  return {
    start(): void {
      stopping = new AbortController();
      lastError = undefined;
      running = run(stopping.signal);
    },
    /** Replicates what is written so far, as far as the store can be reached, and ends the process. */
    async stop(): Promise<void> {
      stopping.abort();
      const stopped = child;
      stopped?.kill('SIGTERM');
      const timer = setTimeout(() => stopped?.kill('SIGKILL'), maxStopMs);
      await running;
      clearTimeout(timer);
    },
    pid: () => child?.pid,
    /** Returns the last problem since the start, as Litestream reported it. */
    lastError: () => lastError,
    /** Returns whether everything that Litestream has read is in the store; false while it does not answer. */
    async isCaughtUp(): Promise<boolean> {
      try {
        const reply = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, {
          signal: AbortSignal.timeout(metricsTimeoutMs),
        });
        const metrics = parseMetrics(await reply.text());
        const hasFailed = (metrics.get('sync_error_count') ?? 0) > errorCount;
        errorCount = metrics.get('sync_error_count') ?? 0;
        return isReplicated(metrics) && !hasFailed;
      } catch {
        return false;
      }
    },
  };
}

/** Parses metrics in Prometheus' text format. */
function parseMetrics(text: string): Map<string, number> {
  return new Map(
    text.split('\n').map((line) => {
      // litestream_wal_size{db="…"} 4152
      const [name = ''] = line.split('{');
      return [name.replace('litestream_', ''), Number(line.split(' ').at(-1))];
    }),
  );
}

function isReplicated(metrics: Map<string, number>): boolean {
  const isSame = (one: string, other: string) => metrics.has(one) && metrics.get(one) === metrics.get(other);
  return isSame('replica_wal_index', 'shadow_wal_index') && isSame('replica_wal_offset', 'shadow_wal_size');
}

/**
 * Restores a generation of the replica into `options.database`, a file that does not exist yet.
 *
 * @throws Error with a sentence
 */
export async function restoreReplica(options: LitestreamOptions, generation: string): Promise<void> {
  const args = ['restore', '-config', await writeConfig(options), '-generation', generation, options.database];
  const restoring = spawn(options.program, args, { env: createEnv(options), stdio: ['ignore', 'pipe', 'pipe'] });
  killOnExit(restoring);
  const output: string[] = [];
  for (const stream of [restoring.stdout, restoring.stderr]) stream.on('data', (text) => output.push(String(text)));
  const [code] = await once(restoring, 'close');
  if (code === 0) return;
  const reason = removeSecrets(output.join(''), options.location).trim();
  throw new Error(`The replica could not be restored: ${reason}.`);
}

/** Removes the tables that Litestream adds to a database: a backup of it would not be one of this program. */
export function dropLitestreamTables(file: string): void {
  const client = new Database(file);
  try {
    client.exec('drop table if exists _litestream_seq; drop table if exists _litestream_lock');
  } finally {
    client.close();
  }
}

function removeSecrets(text: string, { accessKeyId, secretAccessKey }: StoreLocation): string {
  return text.replaceAll(secretAccessKey, '…').replaceAll(accessKeyId, '…');
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
