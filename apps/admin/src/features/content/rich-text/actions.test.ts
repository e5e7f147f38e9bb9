import { expect, test } from 'vitest';
import { actions, findBlocks } from './actions.ts';

const labels = (query: string) => findBlocks(query).map(({ label }) => label);

test('blocks are found by the beginning of their names and of related words', () => {
  expect(labels('pic')).toEqual(['Image']);
  expect(labels('stat')).toEqual(['Big number']);
  expect(labels('tip')).toEqual(['Highlighted box']);
});

test('names that begin with the query come first', () => {
  expect(labels('t')[0]).toBe('Table');
});

test('without a query every block is offered, and no format of words', () => {
  expect(labels('')).toContain('Paragraph');
  expect(labels('').toSorted()).toEqual(actions.flatMap(({ isBlock, label }) => (isBlock ? [label] : [])).toSorted());
  expect(labels('')).not.toContain('Bold');
});
