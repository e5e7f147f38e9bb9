import { expect, test } from 'vitest';
import { reduceHistory } from './undo-steps.ts';

const text = (value: unknown) => ({ value, title: '' });
const start = (value: unknown) => ({ now: text(value), entryIds: {}, past: [], future: [] });

function typed(value: unknown, at: number, pointer = '/a') {
  return { kind: 'change', text: text(value), entryIds: {}, pointer, at } as const;
}
const undo = { kind: 'undo' } as const;
const redo = { kind: 'redo' } as const;

test('continued typing in one field is one step; a pause or another field begins a new one', () => {
  const steps = [
    typed({ a: 'x' }, 0),
    typed({ a: 'xy' }, 100),
    typed({ a: 'xyz' }, 2000),
    typed({ a: '' }, 2100, '/b'),
  ];
  const state = steps.reduce(reduceHistory, start({ a: '' }));
  expect(state.past.map(({ text: { value } }) => value)).toEqual([{ a: '' }, { a: 'xy' }, { a: 'xyz' }]);
});

test('removing an entry is always a step of its own, and Undo restores the entry', () => {
  const steps = [typed(['a', 'bc'], 0), typed(['bc'], 10)];
  const state = steps.reduce(reduceHistory, start(['a', 'b']));
  expect(reduceHistory(state, undo).now.value).toEqual(['a', 'bc']);
});

test('each undo step names its field and can be redone until the next edit', () => {
  const state = [typed('1', 0, '/a'), typed('2', 5000, '/b')].reduce(reduceHistory, start('0'));
  const back = reduceHistory(state, undo);
  expect([back.now.value, back.reached]).toEqual(['1', { kind: 'undo', pointer: '/b' }]);
  const again = reduceHistory(back, redo);
  expect([again.now.value, again.reached]).toEqual(['2', { kind: 'redo', pointer: '/b' }]);
  expect(reduceHistory(reduceHistory(back, typed('3', 9000)), redo).now.value).toBe('3');
  expect(reduceHistory(start('0'), undo).now.value).toBe('0');
});

test('a closed step is not continued, and a continued one has no pause', () => {
  const closed = [typed('1', 0), { kind: 'close' } as const, typed('2', 10)].reduce(reduceHistory, start('0'));
  expect(closed.past.map(({ text: { value } }) => value)).toEqual(['0', '1']);
  const composed = [typed('1', 0), { kind: 'continue', at: 5000 } as const, typed('2', 5010)];
  expect(composed.reduce(reduceHistory, start('0')).past).toHaveLength(1);
});
