/** About a minute on a core of its own. `FUZZ_REQUESTS=1000000` for a night's run; `FUZZ_SEED` repeats one that has failed. */
export const fuzz = {
  requests: Number(process.env.FUZZ_REQUESTS ?? 100_000),
  seed: Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31)),
};
