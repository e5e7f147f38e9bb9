/** Each run has a new seed. The nightly workflow sends a million requests; `FUZZ_SEED` repeats a run that has failed. */
export const fuzz = {
  requests: Number(process.env.FUZZ_REQUESTS || 25_000),
  seed: Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31)),
};
