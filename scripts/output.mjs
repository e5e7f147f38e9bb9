import { fstatSync, writeSync } from 'node:fs';

// The servers use packages/config/src/log-output.ts. This file cannot share it: the scripts run on Node 18, which loads no
// TypeScript, and the supervisor must not wait for a pipe whose reader has stopped.
const standardOutput = 1;
/** Text that waits for a reader that is slow or stopped. More of it is lost, so that memory stays small. */
const maxWaitingBytes = 1024 * 1024;

/**
 * Keeps this process alive when its output cannot be written. A closed pipe or a full disk would end it otherwise, and
 * then nothing starts the API again.
 */
export function ignoreOutputErrors() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/**
 * Writes to standard output. Text that cannot be written is lost.
 * @param {string} text
 */
export function writeOutput(text) {
  if (!fstatSync(standardOutput).isFile()) {
    if (process.stdout.writableLength < maxWaitingBytes) process.stdout.write(text);
    return;
  }
  try {
    // Not through process.stdout: after its first error it writes nothing more, also when the disk has room again.
    writeSync(standardOutput, text);
  } catch {
    // There is no other place to report it.
  }
}
