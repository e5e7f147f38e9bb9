import { type SetupSteps, setupSteps } from '@threadline/schema/wire/dashboard';
import { expect, test } from 'vitest';
import { listSetupTasks } from './setup-tasks.ts';

const open = Object.fromEntries(setupSteps.map((step) => [step, `${step} is left.`])) as SetupSteps;

const owner = { isSuperAdmin: true, invitedUsers: 0, noticeUrl: '/privacy/', onNoticeRead: () => undefined };

test('each open step of the set-up says what is left, and leads to its screen', () => {
  const tasks = listSetupTasks(open, owner);
  expect(tasks.map(({ detail }) => detail)).toEqual(setupSteps.map((step) => `${step} is left.`));
  expect(tasks.every(({ action, to }) => action && to)).toBe(true);
});

test('a step that is done keeps its name and needs no link', () => {
  const tasks = listSetupTasks({ ...open, email: null }, owner);
  expect(tasks[4]).toEqual({ text: 'Email', isDone: true });
  expect(tasks.filter(({ isDone }) => isDone)).toHaveLength(1);
});

test('an admin gets no link to the steps that only a super admin can do', () => {
  const withoutLink = listSetupTasks(open, { ...owner, isSuperAdmin: false }).filter(({ action }) => !action);
  expect(withoutLink).toEqual([
    { text: 'Email', detail: 'A super admin sets this up.' },
    { text: 'Backup location (optional)', detail: 'A super admin sets this up.' },
  ]);
});

test('the step of the team leads to the users while an invitation is not accepted yet', () => {
  const team = listSetupTasks(open, { ...owner, invitedUsers: 1 }).find(({ text }) => text === 'Users');
  expect(team).toMatchObject({ action: 'Show users', to: '/users' });
});
