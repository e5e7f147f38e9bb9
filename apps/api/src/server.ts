import { configOrExit } from '@threadline/config/config-or-exit';
import { ignoreErrorOutput } from '@threadline/config/log-output';
import { holdLock } from '@threadline/config/process-lock';
import type { RestoreOutcome } from './backup/restores.ts';
import { configFromProcess } from './config.ts';
import { createLog } from './context.ts';
import { type DataFault, describeDamage, inspectData } from './operations/recovery/inspect-data.ts';
import { restoreOnline, serveUntilRecovered, stampData } from './operations/recovery/serve.ts';
import { isDamage } from './platform/db/sqlite-errors.ts';
import { ProblemError } from './platform/http/problem-error.ts';
import { type RunningProduct, startProduct } from './start-product.ts';

ignoreErrorOutput();
const config = configOrExit(configFromProcess);
const log = createLog(config);
/** Enough for the response to the call that asked for the restore. */
const restoreGraceMs = 250;

let running: RunningProduct | undefined;
let isStopping = false;

async function stop(signal: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await running?.stop(signal);
  process.exit(0);
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// The terminal was closed.
process.once('SIGHUP', stop);
// The supervisor was killed: no other process would end this one.
process.once('disconnect', () => stop('disconnect'));
if (process.connected === false) stop('disconnect');

try {
  // Taken before the database is opened: a second instance in the same folder must not touch it.
  let release = holdLock(config.dataDir, 'api');
  let damage: DataFault[] | undefined;
  let lastRestore: RestoreOutcome | null = null;
  while (!isStopping) {
    const unusable = stampData(config);
    const faults = inspectData(config) ?? damage;
    if (faults) {
      release();
      release = await serveUntilRecovered(config, { faults, unusable, log });
      damage = undefined;
    }
    try {
      running = await startProduct(config, lastRestore);
    } catch (error) {
      // `inspectData` does not read large databases completely.
      if (!isDamage(error)) throw error;
      damage = describeDamage(config);
      continue;
    }
    const request = await running.restoreRequested;
    // Short, because visitors are not answered until the restore has begun.
    await running.stop('restore', restoreGraceMs);
    running = undefined;
    release();
    lastRestore = await restoreOnline(config, request, log);
    release = holdLock(config.dataDir, 'api');
  }
} catch (error) {
  log.debug({ err: error }, 'the start failed');
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
}

/** Returns a sentence for the operator, with the content fields that were refused. */
function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fields = error instanceof ProblemError ? (error.options.errors ?? []) : [];
  return [error.message, ...fields.map(({ pointer, detail }) => `  ${pointer}: ${detail}`)].join('\n');
}
