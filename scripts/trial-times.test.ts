import { expect, test } from 'vitest';
import { trialTimes } from './trial-times.mjs';

test('of a report, only the trials are told, the longest first', () => {
  const assertionResults = [
    { title: 'R4 killed at 24 moments', status: 'passed', duration: 9_440 },
    { title: 'R13 a full disk', status: 'skipped' },
    { title: 'R14 C1 a database that cannot be written', status: 'passed', duration: 60_000 },
  ];
  const fuzzed = { title: 'D12 D4 100000 fuzzed requests (FUZZ_SEED=7)', status: 'failed', duration: 84_000 };
  expect(trialTimes({ testResults: [{ assertionResults }, { assertionResults: [fuzzed] }] })).toEqual([
    '    84.0 s  D12 D4 100000 fuzzed requests (FUZZ_SEED=7)',
    '     9.4 s  R4 killed at 24 moments',
    ' skipped    R13 a full disk',
  ]);
});
