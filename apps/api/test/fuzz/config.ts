/** About a minute on one core. `FUZZ_REQUESTS=1000000` for a nightly run; `FUZZ_SEED` repeats a failed one. */
export const fuzz = {
  requests: Number(process.env.FUZZ_REQUESTS ?? 100_000),
  seed: Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31)),
};
