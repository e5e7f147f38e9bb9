import { runCli } from './cli/run.ts';
import { configFromProcess } from './config.ts';
import { exitOnSignals } from './platform/process-exit.ts';

exitOnSignals();

/** `npm run cli -- <command>`. Exit codes: 0 done, 1 could not be done, 2 not understood. */
process.exitCode = await runCli(process.argv.slice(2), {
  loadConfig: configFromProcess,
  input: process.stdin,
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
  screen: process.stderr,
});
