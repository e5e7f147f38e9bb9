import { expect, test } from 'vitest';
import { describeMailError } from './mail-notice.tsx';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test('delivered mail, and mail that has been pending for a short time, causes no notice', () => {
  expect(describeMailError({ mode: 'smtp', problem: null, pendingSince: null }, now)).toBeUndefined();
  expect(describeMailError({ mode: 'smtp', problem: 'down', pendingSince: ago(10) }, now)).toBeUndefined();
});

test('mail that has been pending for more than ten minutes causes a notice with the reason', () => {
  expect(describeMailError({ mode: 'smtp', problem: 'connect ECONNREFUSED', pendingSince: ago(11) }, now)).toMatch(
    /^Messages have been pending since .*\. The mail server refuses messages: connect ECONNREFUSED\. They are retried/,
  );
  expect(describeMailError({ mode: 'smtp', problem: null, pendingSince: ago(60) }, now)).not.toContain('server');
});

test('a missing mail server is reported at once', () => {
  expect(describeMailError({ mode: 'files', problem: null, pendingSince: null }, now)).toContain(
    'kept in the outbox and not sent',
  );
});
