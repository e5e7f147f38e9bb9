import { type SetupSteps, setupSteps } from '@threadline/schema/wire/dashboard';
import { expect, test } from 'vitest';
import { listSetupTasks } from './setup-tasks.ts';

const all = (isDone: boolean) => Object.fromEntries(setupSteps.map((step) => [step, isDone])) as SetupSteps;

test('each open step of the set-up leads to its screen, except the one of the server’s administrator', () => {
  const open = listSetupTasks(all(false));
  expect(open).toHaveLength(setupSteps.length);
  expect(open.filter(({ action, to }) => !(action && to)).map(({ text }) => text)).toEqual([
    'Backups in a second place. Only the server’s administrator can set this up.',
  ]);
});

test('a step that is done keeps its text and needs no link', () => {
  const tasks = listSetupTasks({ ...all(false), email: true });
  expect(tasks[4]).toEqual({ text: 'Email: notify your team and send replies.', isDone: true });
  expect(tasks.filter(({ isDone }) => isDone)).toHaveLength(1);
});
