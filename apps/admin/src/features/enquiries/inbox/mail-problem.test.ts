import { expect, test } from 'vitest';
import { mailTrouble } from './mail-problem.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test('mail that goes, or has waited for a moment, is not worth a word', () => {
  expect(mailTrouble({ mode: 'smtp', problem: null, pendingSince: null }, now)).toBeUndefined();
  expect(mailTrouble({ mode: 'smtp', problem: 'down', pendingSince: ago(10) }, now)).toBeUndefined();
});

test('mail that has waited for longer than ten minutes is told, with the reason', () => {
  expect(mailTrouble({ mode: 'smtp', problem: 'connect ECONNREFUSED', pendingSince: ago(11) }, now)).toMatch(
    /^Mail has been waiting since .*\. The mail server does not take messages: connect ECONNREFUSED\. It goes out/,
  );
  expect(mailTrouble({ mode: 'smtp', problem: null, pendingSince: ago(60) }, now)).not.toContain('server');
});

test('without a mail server that is said at once', () => {
  expect(mailTrouble({ mode: 'files', problem: null, pendingSince: null }, now)).toContain('only written to files');
});
