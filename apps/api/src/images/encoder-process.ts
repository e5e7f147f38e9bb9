import { setPriority } from 'node:os';
import { ProblemError } from '../http/problem-error.ts';
import type { EncoderReply } from './encoder.ts';
import { makeVariants } from './variants.ts';

/** The process that `createEncoder` starts: one file in, its variants out. */
process.on('message', async (file: Buffer) => {
  process.send?.(await replyTo(file));
});
process.on('disconnect', () => process.exit());

// Visitors come first: this takes what they leave of the machine.
setPriority(10);

async function replyTo(file: Buffer): Promise<EncoderReply> {
  try {
    return { image: await makeVariants(file) };
  } catch (error) {
    if (error instanceof ProblemError) return { refusal: error.message };
    throw error;
  }
}
