import { setPriority } from 'node:os';
import { ProblemError } from '../http/problem-error.ts';
import type { EncoderReply } from './encoder.ts';
import { makeVariants } from './variants.ts';

/** The process that `createEncoder` starts: the path of one file in, its variants out. */
process.on('message', async (path: string) => {
  process.send?.(await replyTo(path));
});
process.on('disconnect', () => process.exit());

// Visitors come first: this takes what they leave of the machine.
setPriority(10);

async function replyTo(path: string): Promise<EncoderReply> {
  try {
    return { image: await makeVariants(path) };
  } catch (error) {
    if (error instanceof ProblemError) return { refusal: error.message };
    throw error;
  }
}
