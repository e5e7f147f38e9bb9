import { writeSync } from 'node:fs';

const standardOutput = 1;

/**
 * Returns a destination for pino that writes each line to standard output. A line that cannot be written is lost: a
 * full disk or a closed pipe must not end the process. pino's own destination throws then, and its `flushSync` repeats
 * a write forever while the disk is full.
 */
export function createLogOutput(descriptor = standardOutput): { write: (line: string) => void } {
  /** The end of a line that was cut off. It is written before the next line begins. */
  let cutOff: Buffer = Buffer.alloc(0);

  return {
    write(line) {
      const bytes = Buffer.concat([cutOff, Buffer.from(line)]);
      let written = 0;
      try {
        while (written < bytes.length) written += writeSync(descriptor, bytes, written);
      } catch {
        // There is no other place to report it.
      }
      if (written > 0) cutOff = bytes.subarray(written, Math.max(written, bytes.indexOf('\n', written) + 1));
    },
  };
}

/** Keeps the process alive when a message on standard error cannot be written. */
export function ignoreErrorOutput(): void {
  process.stderr.on('error', () => {});
}
