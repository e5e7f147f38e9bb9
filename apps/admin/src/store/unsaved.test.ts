import { afterEach, expect, test } from 'vitest';
import { setCurrentUser } from './current-user.ts';
import { checkOpenEdits, getSaveOpenEdits } from './open-edits.ts';
import { hasUnsaved, mustConfirmClose, setUnsaved } from './unsaved.ts';

const owner = { _id: 'one', name: 'Editor One' };
const colleague = { _id: 'two', name: 'Editor Two' };

afterEach(() => setUnsaved('hero.title', undefined, { userId: owner._id }));

test.each([
  { isStored: true, text: 'survives in storage' },
  { isStored: false, text: 'is only in memory' },
])(
  'after another user signs in, closing the page asks only about a save that would be lost: it $text',
  ({ isStored }) => {
    setCurrentUser(owner);
    setUnsaved('hero.title', 'queued', { isStored });
    expect([hasUnsaved(), mustConfirmClose()]).toEqual([true, true]);
    setCurrentUser(colleague);
    expect([hasUnsaved(), mustConfirmClose()]).toEqual([false, !isStored]);
    setCurrentUser(owner);
    expect([hasUnsaved(), mustConfirmClose()]).toEqual([true, true]);
  },
);

test('open texts can be saved once none of them has an error', () => {
  setCurrentUser(owner);
  let isValid = false;
  setUnsaved('one', 'open', { onCheck: () => isValid });
  setUnsaved('two', 'open');
  expect(checkOpenEdits()).toBe(false);
  isValid = true;
  expect(checkOpenEdits()).toBe(true);
  for (const id of ['one', 'two']) setUnsaved(id, undefined);
});

test('open texts are saved one after the other until one is refused, and only if each can be', async () => {
  setCurrentUser(owner);
  const saved: string[] = [];
  const register = (id: string, isAccepted: boolean) =>
    setUnsaved(id, 'open', {
      onSave: async () => {
        saved.push(id);
        return isAccepted;
      },
    });
  register('one', true);
  register('two', false);
  register('three', true);
  expect(await getSaveOpenEdits()?.()).toBe(false);
  expect(saved).toEqual(['one', 'two']);
  register('two', true);
  expect(await getSaveOpenEdits()?.()).toBe(true);
  setUnsaved('four', 'open');
  expect(getSaveOpenEdits()).toBeUndefined();
  for (const id of ['one', 'two', 'three', 'four']) setUnsaved(id, undefined);
});
