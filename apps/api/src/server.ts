import { configOrExit } from '@threadline/config/config-or-exit';
import { ignoreErrorOutput } from '@threadline/config/log-output';
import { holdLock } from '@threadline/config/process-lock';
import { configFromProcess } from './config.ts';
import { createLog } from './context.ts';
import { type DataFault, describeDamage, inspectData } from './operations/recovery/inspect-data.ts';
import { serveUntilRecovered, stampData } from './operations/recovery/serve.ts';
import { isDamage } from './platform/db/sqlite-errors.ts';
import { ProblemError } from './platform/http/problem-error.ts';
import { startProduct } from './start-product.ts';

ignoreErrorOutput();
const config = configOrExit(configFromProcess);
const log = createLog(config);
let stopProduct: ((signal: string) => void) | undefined;
let isStopping = false;

function stop(signal: string): void {
  if (isStopping) return;
  isStopping = true;
  if (stopProduct) stopProduct(signal);
  else process.exit(0);
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
  while (!stopProduct) {
    const unusable = stampData(config);
    const faults = inspectData(config) ?? damage;
    if (faults) {
      release();
      release = await serveUntilRecovered(config, { faults, unusable, log });
    }
    try {
      stopProduct = await startProduct(config);
    } catch (error) {
      // `inspectData` does not read large databases completely.
      if (!isDamage(error)) throw error;
      damage = describeDamage(config);
    }
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
