import { hash } from 'node:crypto';

/** `KILL_TIMES=20` for a nightly run: that many times as many random moments as in `npm test`. */
export const killTimes = Number(process.env.KILL_TIMES || 1);

/** Each run kills at other moments; `KILL_SEED` repeats a run that has failed. */
export const killSeed = Number(process.env.KILL_SEED || Math.floor(Math.random() * 2 ** 31));

/** Returns a function that returns numbers from 0 to 1, the same ones for the same seed. */
export function createRandom(seed: number): () => number {
  let count = 0;
  return () => hash('sha256', `${seed} ${count++}`, 'buffer').readUInt32BE() / 2 ** 32;
}
