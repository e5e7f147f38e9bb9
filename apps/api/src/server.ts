import { configOrExit } from '@threadline/config/config-or-exit';
import { ignoreErrorOutput } from '@threadline/config/log-output';
import { holdLock } from '@threadline/config/process-lock';
import { configFromProcess } from './config.ts';
import { createLog } from './deps.ts';
import { inspectData } from './recovery/inspect-data.ts';
import { serveUntilRecovered } from './recovery/serve.ts';
import { startProduct } from './start-product.ts';

ignoreErrorOutput();
const config = configOrExit(configFromProcess);
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
// The terminal it was started in was closed.
process.once('SIGHUP', stop);
// The supervisor holds the other end: when it is killed, nobody else would end this process.
process.once('disconnect', () => stop('disconnect'));
if (process.connected === false) stop('disconnect');

try {
  // Before the database is opened: a second product in the same folder must not touch it.
  let release = holdLock(config.dataDir, 'api');
  for (let fault = inspectData(config); fault; fault = inspectData(config)) {
    release();
    release = await serveUntilRecovered(config, fault, createLog(config));
  }
  stopProduct = await startProduct(config);
} catch (error) {
  // A sentence for whoever started it, instead of where in the code it was noticed.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
