import type { Dashboard } from '@threadline/schema/wire/dashboard';
import type { EnquiryCounts } from '@threadline/schema/wire/enquiry';
import { expect, test } from 'vitest';
import type { PublishView } from '../publishing/publish-view.ts';
import { listTasks } from './attention.tsx';
import { system } from './system-fixture.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const mail: EnquiryCounts['mail'] = { mode: 'smtp', problem: null, isVerified: true, pendingSince: null };

function tasks(
  changes: Partial<
    Pick<Dashboard, 'failedSchedules' | 'imagesWithoutAlt' | 'openFeedback' | 'placeholders' | 'shippedNames'>
  > & {
    system?: Partial<Dashboard['system']>;
  },
  counts: Partial<EnquiryCounts> = {},
  view: Partial<PublishView> = {},
  isSuperAdmin = true,
) {
  const dashboard = {
    failedSchedules: [],
    imagesWithoutAlt: 0,
    openFeedback: 0,
    placeholders: 0,
    shippedNames: 0,
    ...changes,
    system: { ...system, ...changes.system },
  };
  const state = { dashboard: dashboard as Dashboard, counts: { mail, ...counts } as EnquiryCounts, now, isSuperAdmin };
  return listTasks({ ...state, view: view as PublishView });
}

test('without open work nothing needs attention', () => {
  expect(tasks({})).toEqual([]);
});

test('more unanswered enquiries than the server counts are a task, too', () => {
  const texts = tasks({}, { unanswered: 100, overdue: 0, dueSoon: 1 }).map(({ text }) => text);
  expect(texts).toEqual(['At least 100 enquiries await a reply, 1 is due soon.']);
});

test('replies that are all due soon are one task', () => {
  const texts = tasks({}, { unanswered: 3, overdue: 1, dueSoon: 2 }).map(({ text }) => text);
  expect(texts).toEqual(['1 enquiry is overdue.', '2 replies are due soon.']);
});

test('each open task is a sentence with a link, the urgent ones first', () => {
  const all = tasks(
    {
      failedSchedules: [{ section: 'insights', key: 'article-draft-a', title: 'A note' }],
      imagesWithoutAlt: 1,
      openFeedback: 2,
      placeholders: 11,
      shippedNames: 4,
      system: { lastBackup: null },
    },
    { unanswered: 6, overdue: 2, dueSoon: 1, failedMessages: 1, mail: { ...mail, mode: 'files' } },
    { hasFailed: true, hasPendingChanges: true, pendingLabel: '3 pending changes' },
  );
  expect(
    all.map(({ text, detail, action = '', isUrgent = false }) =>
      `${isUrgent ? '!' : ''}${[text, detail].filter(Boolean).join(': ')} ${action}`.trim(),
    ),
  ).toEqual([
    '!The last change was not published. See why',
    '!“A note” was not published as scheduled. See why',
    '!2 enquiries are overdue. Reply',
    '!1 message was not sent. Show the outbox',
    '!Last backup: None yet. Open backups',
    '4 enquiries await a reply, 1 is due soon. Reply',
    'Email is not set up: messages wait in the outbox. Once email is set up, new messages are sent automatically, and you choose whether to send the waiting ones. Set up email',
    'Not live yet: 3 pending changes. Publish',
    '2 new responses to your previews. Read',
    '11 details are still placeholders, such as a phone number.: Visitors do not see them. Fill in',
    '4 texts still have the example company name. Replace it',
    '1 image has no alt text. Describe',
  ]);
  expect(all.every(({ action, to }) => Boolean(action) === Boolean(to))).toBe(true);
});

test('backups that are only on the server are a hint for a super admin, after everything else', () => {
  const changes = { imagesWithoutAlt: 1, system: { backupLocation: null } };
  const hint = { text: 'Backups are only on this server.', isMinor: true, to: '/settings/backup' };
  expect(tasks(changes)).toMatchObject([{ text: '1 image has no alt text.' }, hint]);
  expect(tasks(changes, {}, {}, false)).toHaveLength(1);
  expect(tasks({ system: { backupLocation: null, lastBackup: null } })).toMatchObject([{ text: 'Last backup' }]);
});

test('while publishing is paused, resuming is offered instead of publishing', () => {
  const paused = { hasPendingChanges: true, pendingLabel: '3 changes are not shown', pinnedRelease: 12 };
  const expected = { text: 'Publishing is paused', detail: '3 changes are not shown.', action: 'Resume publishing' };
  expect(tasks({}, {}, paused)).toMatchObject([expected]);
});

test('email is a task of a super admin until a message was accepted with the present settings', () => {
  const counts = { mail: { ...mail, isVerified: false } };
  const task = { text: 'Email is not tested yet.', action: 'Send a test message', to: '/settings/email' };
  expect(tasks({}, counts)).toEqual([task]);
  expect(tasks({}, counts, {}, false)).toEqual([]);
});

test('email that does not work names the reason, and only a super admin gets the link to its settings', () => {
  const problem = 'The server smtp.nowhere.invalid was not found.';
  const counts = { mail: { ...mail, problem, isVerified: false } };
  const text = `Email does not work: the last attempt failed. ${problem}`;
  expect(tasks({}, counts)).toEqual([{ text, isUrgent: true, action: 'Open Email settings', to: '/settings/email' }]);
  const hint = 'A super admin sets this up.';
  expect(tasks({}, counts, {}, false)).toEqual([{ text, isUrgent: true, detail: hint }]);
  const [missing] = tasks({}, { mail: { ...mail, mode: 'files' } }, {}, false);
  expect([missing?.action, missing?.detail]).toEqual([undefined, hint]);
});
