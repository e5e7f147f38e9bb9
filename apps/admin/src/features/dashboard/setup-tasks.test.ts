import { type SetupSteps, setupSteps } from '@threadline/schema/wire/dashboard';
import { expect, test } from 'vitest';
import { listSetupTasks } from './setup-tasks.ts';

const all = (isDone: boolean) => Object.fromEntries(setupSteps.map((step) => [step, isDone])) as SetupSteps;

const owner = { isSuperAdmin: true, invitedUsers: 0, noticeUrl: '/privacy/', onNoticeRead: () => undefined };

test('each open step of the set-up leads to its screen', () => {
  const open = listSetupTasks(all(false), owner);
  expect(open).toHaveLength(setupSteps.length);
  expect(open.every(({ action, to }) => action && to)).toBe(true);
});

test('a step that is done keeps its name and needs no link', () => {
  const tasks = listSetupTasks({ ...all(false), email: true }, owner);
  expect(tasks[4]).toEqual({ text: 'Email', isDone: true });
  expect(tasks.filter(({ isDone }) => isDone)).toHaveLength(1);
});

test('an admin gets no link to the steps that only a super admin can do', () => {
  const withoutLink = listSetupTasks(all(false), { ...owner, isSuperAdmin: false }).filter(({ action }) => !action);
  expect(withoutLink).toEqual([
    { text: 'Email', detail: 'A super admin sets this up.' },
    { text: 'Backup location (optional)', detail: 'A super admin sets this up.', isOptional: true },
  ]);
});

test('the step of the team says that an invitation is not accepted yet', () => {
  const team = listSetupTasks(all(false), { ...owner, invitedUsers: 1 }).find(({ text }) => text === 'Team');
  expect(team).toMatchObject({ detail: '1 invited, not joined yet.', to: '/users' });
});
