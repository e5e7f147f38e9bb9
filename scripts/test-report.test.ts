import { expect, test } from 'vitest';
import { summarisePlaywright, summariseVitest } from './test-report.mjs';

test("Vitest's report is counted, and its long trials are listed, the slowest first", () => {
  const assertionResults = [
    { title: 'the publisher is killed at 24 moments [R4]', status: 'passed', duration: 9_440 },
    { title: 'a full disk [R13, U17]', status: 'pending' },
    { title: 'a database that cannot be written [C1, R14]', status: 'passed', duration: 60_000 },
  ];
  const fuzzed = { title: '100000 fuzzed requests, FUZZ_SEED=7 [D4, D12]', status: 'failed', duration: 84_000 };
  expect(summariseVitest({ testResults: [{ assertionResults }, { assertionResults: [fuzzed] }] })).toEqual({
    passed: 2,
    failed: 1,
    trials: [
      '    84.0 s  100000 fuzzed requests, FUZZ_SEED=7 [D4, D12]',
      '     9.4 s  the publisher is killed at 24 moments [R4]',
      ' skipped    a full disk [R13, U17]',
    ],
  });
});

test("Playwright's report counts flaky tests and errors outside tests as failed", () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status, results: [{ duration: 1500 }] }] });
  const suites = [
    { specs: [spec('a [R1]', 'expected')], suites: [{ specs: [spec('b', 'unexpected'), spec('c', 'flaky')] }] },
    { specs: [spec('d', 'skipped')] },
  ];
  expect(summarisePlaywright({ suites, errors: [{ message: 'set-up failed' }] })).toEqual({
    passed: 1,
    failed: 3,
    trials: ['     1.5 s  a [R1]'],
  });
});
