/** Measures the durations of a round's steps. */
export function createStepTimer() {
  const steps: Record<string, number> = {};
  return {
    async time<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        steps[name] = Math.round((performance.now() - startedAt) * 10) / 10;
      }
    },
    /** Durations so far in ms, in the order of the steps. */
    durations: () => ({ ...steps }),
  };
}

export type StepTimer = ReturnType<typeof createStepTimer>;
