/** Ids of docs/trust-coverage.md whose tests are long trials: fuzzing, kills, a full disk, restores. */
const trial = /^(?:[A-Z]\d+ )*(?:D12|R1|R3|R4|R13|R17|E6) /;

/**
 * What the trials have cost, the longest first, one line each. Their output is shown only when they fail, and so their
 * names carry what is needed to repeat them, such as the seed.
 * @param {{ testResults: { assertionResults: { title: string, status: string, duration?: number | null }[] }[] }} report
 * of vitest's JSON reporter
 */
export function trialTimes({ testResults }) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ title }) => trial.test(title))
    .sort((a, b) => (b.duration ?? 0) - (a.duration ?? 0))
    .map(({ title, status, duration }) =>
      status === 'passed' || status === 'failed'
        ? `${((duration ?? 0) / 1000).toFixed(1).padStart(8)} s  ${title}`
        : ` skipped    ${title}`,
    );
}
