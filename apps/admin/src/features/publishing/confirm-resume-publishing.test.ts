import { expect, test } from 'vitest';
import { resumeQuestion } from './confirm-resume-publishing.ts';

const held = { pinnedRelease: '000012-abcdef01', review: false, revision: 20, workingRevision: 20 };

test.each([
  ['nothing differs', { pendingChanges: 0 }, 'Nothing differs from release 12'],
  ['one item differs', { pendingChanges: 1 }, 'This change goes live at once.'],
  ['several differ', { pendingChanges: 7 }, 'All 7 changes go live at once.'],
  [
    'some of them wait for review',
    { pendingChanges: 7, review: true, workingRevision: 21 },
    'what waits for review waits on',
  ],
  ['review mode has nothing of its own', { pendingChanges: 7, review: true }, 'All 7 changes go live at once.'],
])('before publishing is resumed the question says how much goes live: %s', (_, change, words) => {
  expect(resumeQuestion({ ...held, ...change }).text).toContain(words);
});
