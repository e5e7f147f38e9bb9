import { beforeEach, expect, test } from 'vitest';
import { addLastChange, clearLastChanges, getLastChange, type LastChange, takeLastChange } from './last-changes.ts';

beforeEach(clearLastChanges);

const place = { section: 'hero', key: 'title' };

/** Adds a change of the title to a version. */
function change(version: number, { undone, before = version - 1 }: { undone?: LastChange; before?: number } = {}) {
  const inverse = { kind: 'save', ...place, value: `${before}`, metadata: {}, version } as const;
  const isUndo = undone ? !undone.isUndo : false;
  const versionsBefore = { 'hero.title': before };
  const made = { inverse, description: `change ${version}`, isUndo, revision: version, versionsBefore };
  return addLastChange(made, undone);
}

/** Takes the newest step and adds the change that it makes. */
function undoTo(version: number) {
  const step = getLastChange();
  if (!step || !takeLastChange(step)) throw new Error('There is no step.');
  return { step, made: change(version, { undone: step }) };
}

const getInverse = (step: LastChange | undefined) => step?.inverse;

test('a step before an undone change starts from the version that Undo has created', () => {
  const first = change(2);
  const second = change(3);
  takeLastChange(second);
  change(4, { undone: second });
  // Version 4 has the text of version 2.
  const stored = JSON.parse(sessionStorage.getItem('last-changes') ?? '{}');
  expect(stored.undo).toMatchObject([{ id: first.id, inverse: { version: 4 } }]);
  expect(stored.redo).toMatchObject([{ inverse: { version: 4 }, isUndo: true }]);
});

test('a step before the change of another user keeps its version, and is refused', () => {
  change(2);
  // Version 3 is from another user.
  const own = change(4);
  takeLastChange(own);
  change(5, { undone: own });
  expect(JSON.parse(sessionStorage.getItem('last-changes') ?? '{}').undo).toMatchObject([{ inverse: { version: 2 } }]);
});

test('a restore is the newest step, and a step is made once', () => {
  change(2);
  const items = [{ ...place, version: 3 }];
  const inverse = { kind: 'restore', revision: 7, items } as const;
  const restore = {
    inverse,
    description: 'the restore',
    isUndo: false,
    revision: 8,
    versionsBefore: { 'hero.title': 2 },
  };
  const step = addLastChange(restore);
  expect(getLastChange()).toBe(step);
  const { made } = undoTo(4);
  expect([getInverse(getLastChange()), made.isUndo, takeLastChange(step)]).toEqual([made.inverse, true, false]);
  expect(JSON.parse(sessionStorage.getItem('last-changes') ?? '{}').undo).toMatchObject([{ inverse: { version: 4 } }]);
});

test('ten steps are kept, and a new change ends Redo', () => {
  for (let version = 2; version < 15; version += 1) change(version);
  undoTo(15);
  change(16);
  const { undo, redo } = JSON.parse(sessionStorage.getItem('last-changes') ?? '{}');
  expect([undo.length, redo.length]).toEqual([10, 0]);
});
