import { type SetupSteps, setupSteps } from '@threadline/schema/wire/dashboard';
import { expect, test } from 'vitest';
import { listSetupTasks } from './setup-tasks.ts';

const all = (isDone: boolean) => Object.fromEntries(setupSteps.map((step) => [step, isDone])) as SetupSteps;

test('each open step of the set-up leads to its screen', () => {
  const open = listSetupTasks(all(false), true);
  expect(open).toHaveLength(setupSteps.length);
  expect(open.every(({ action, to }) => action && to)).toBe(true);
});

test('a step that is done keeps its name and needs no link', () => {
  const tasks = listSetupTasks({ ...all(false), email: true }, true);
  expect(tasks[5]).toEqual({ text: 'Email', isDone: true });
  expect(tasks.filter(({ isDone }) => isDone)).toHaveLength(1);
});

test('an admin gets no link to the steps that only a super admin can do', () => {
  const withoutLink = listSetupTasks(all(false), false).filter(({ action }) => !action);
  expect(withoutLink).toEqual([
    { text: 'Email', detail: 'A super admin sets this up.' },
    { text: 'Backup location (optional)', detail: 'A super admin sets this up.' },
  ]);
});
