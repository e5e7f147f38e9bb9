/** The ids in docs/trust-coverage.md whose tests take long: fuzzing, kills, a full disk, restores. */
const longTrials = new Set(['D12', 'R1', 'R3', 'R4', 'R13', 'R17', 'E6']);
const ids = /\[([A-Z\d, ]{2,200})\]$/;

/**
 * @typedef {{ title: string, status: 'passed' | 'failed' | 'skipped', durationMs: number }} TestResult
 * @typedef {{ passed: number, failed: number, trials: string[] }} Summary
 */

/**
 * Reads the report of Vitest's JSON reporter.
 * @param {{ testResults: { assertionResults: { title: string, status: string, duration?: number | null }[] }[] }} report
 * @returns {Summary}
 */
export function summariseVitest({ testResults }) {
  return summarise(
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .map(({ title, status, duration }) => ({
        title,
        status: status === 'passed' || status === 'failed' ? status : 'skipped',
        durationMs: duration ?? 0,
      })),
  );
}

/**
 * Reads the report of Playwright's JSON reporter. A test that passes only on a retry counts as failed.
 *
 * @returns {Summary}
 */
export function summarisePlaywright({ suites, errors }) {
  const statuses = { expected: 'passed', skipped: 'skipped' };
  const read = (suite) => [
    ...(suite.suites ?? []).flatMap(read),
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map(({ status, results }) => ({
        title,
        status: statuses[status] ?? 'failed',
        durationMs: results.reduce((total, { duration }) => total + duration, 0),
      })),
    ),
  ];
  const { failed, ...rest } = summarise(suites.flatMap(read));
  return { ...rest, failed: failed + errors.length };
}

/**
 * Counts the results and lists the long trials, the slowest first. Their titles contain the seed for a repetition,
 * because a test's output is shown only if it fails.
 *
 * @param {TestResult[]} results
 */
function summarise(results) {
  const count = (status) => results.filter((result) => result.status === status).length;
  const trials = results
    .filter(({ title }) =>
      ids
        .exec(title)?.[1]
        ?.split(', ')
        .some((id) => longTrials.has(id)),
    )
    .sort((a, b) => b.durationMs - a.durationMs)
    .map(({ title, status, durationMs }) =>
      status === 'skipped' ? ` skipped    ${title}` : `${(durationMs / 1000).toFixed(1).padStart(8)} s  ${title}`,
    );
  return { passed: count('passed'), failed: count('failed'), trials };
}
