import type { MailHealth } from '@threadline/schema/wire/enquiry';
import { expect, test } from 'vitest';
import { isMailWorking } from '../../../api/enquiry-counts.ts';
import { describeMailError } from './mail-notice.tsx';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

const mail: MailHealth = { mode: 'smtp', problem: null, isVerified: true, pendingSince: null };

test('delivered mail, and mail that has been pending for a short time, causes no notice', () => {
  expect(describeMailError(mail, now)).toBeUndefined();
  expect(describeMailError({ ...mail, pendingSince: ago(10) }, now)).toBeUndefined();
});

test('a failed attempt, such as a test message, causes a notice with its reason at once', () => {
  const problem = 'The server smtp.nowhere.invalid was not found.';
  expect(describeMailError({ ...mail, problem }, now)).toBe(`Email does not work: the last attempt failed. ${problem}`);
});

test('mail that has been pending for more than ten minutes causes a notice', () => {
  expect(describeMailError({ ...mail, problem: 'It does not answer.', pendingSince: ago(11) }, now)).toMatch(
    /^Email does not work: the last attempt failed\. It does not answer\. Messages have been waiting since .*\. They are sent automatically once email works/,
  );
  expect(describeMailError({ ...mail, pendingSince: ago(60) }, now)).toMatch(/^Messages have been waiting since/);
});

test('a missing mail server is reported at once', () => {
  expect(describeMailError({ ...mail, mode: 'files' }, now)).toContain(
    'wait in the outbox. Once email is set up, new messages are sent automatically, and you choose whether to send the waiting ones.',
  );
});

test('a message is announced as sent only if email is set up and the last attempt did not fail', () => {
  expect([mail, { ...mail, mode: 'files' as const }, { ...mail, problem: 'It failed.' }].map(isMailWorking)).toEqual([
    true,
    false,
    false,
  ]);
});
