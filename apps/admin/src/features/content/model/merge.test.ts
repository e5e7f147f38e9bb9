import { getField } from '@threadline/schema/content/form-field';
import { group, list, number, table, text } from '@threadline/schema/primitives/fields';
import { expect, test } from 'vitest';
import { compare } from './compare.ts';
import { mergeEdits } from './merge.ts';

const field = getField(
  group('Everything', {
    line: text('Line'),
    button: group('Button', { label: text('Text'), href: text('Link') }),
    lines: list('Lines', text('Line of the list'), { itemTitle: 'line' }),
  }),
);
const start = { line: 'A', button: { label: 'B', href: '#c' }, lines: ['one', 'two'] };
const formText = (change: Partial<typeof start>, title = '') => ({ value: { ...start, ...change }, title });
const labels = (fields: { label: string }[]) => fields.map(({ label }) => label);

test('fields that only one side changed are merged, also within one group', () => {
  const mine = formText({ line: 'Mine', button: { label: 'Mine', href: '#c' } });
  const theirs = formText({ button: { label: 'B', href: '#theirs' } }, 'Their title');
  const merge = mergeEdits(field, { base: formText({}), mine, theirs });
  expect(merge.text).toEqual(formText({ line: 'Mine', button: { label: 'Mine', href: '#theirs' } }, 'Their title'));
  expect([merge.conflicts, labels(merge.onlyMine), labels(merge.onlyTheirs)]).toEqual([
    [],
    ['Line', 'Button, Text'],
    ['Button, Link', 'Name in the list'],
  ]);
});

test('only a field that both changed differently is a conflict, with my text first', () => {
  const merge = mergeEdits(field, {
    base: formText({}),
    mine: formText({ line: 'M' }),
    theirs: formText({ line: 'T' }),
  });
  expect(merge.conflicts).toEqual([
    { pointer: '/line', label: 'Line', input: 'text', base: 'A', mine: 'M', theirs: 'T' },
  ]);
  expect(merge.text.value).toMatchObject({ line: 'M' });
  expect(
    mergeEdits(field, { base: formText({}), mine: formText({ line: 'S' }), theirs: formText({ line: 'S' }) }).conflicts,
  ).toEqual([]);
});

test('entries of a list are merged one by one while none was added or removed', () => {
  const base = formText({});
  const edited = mergeEdits(field, {
    base,
    mine: formText({ lines: ['1', 'two'] }),
    theirs: formText({ lines: ['one', '2'] }),
  });
  expect([edited.text.value, edited.conflicts]).toMatchObject([{ lines: ['1', '2'] }, []]);
  const grown = mergeEdits(field, {
    base,
    mine: formText({ lines: ['1', 'two'] }),
    theirs: formText({ lines: ['one'] }),
  });
  expect(grown.conflicts).toMatchObject([{ pointer: '/lines', mine: '1\ntwo', theirs: 'one' }]);
});

test('cells of a table are merged one by one, unless rows were moved', () => {
  const board = getField(group('Board', { rows: table('Rows', { name: text('Name'), cost: number('Cost') }) }));
  const [a, b] = [
    { name: 'A', cost: 1 },
    { name: 'B', cost: 1 },
  ];
  const withRows = (...rows: object[]) => ({ value: { rows }, title: '' });
  const merge = (mine: object[], theirs: object[]) =>
    mergeEdits(board, { base: withRows(a, b), mine: withRows(...mine), theirs: withRows(...theirs) });
  const edited = merge([{ ...a, cost: 2 }, b], [a, { name: 'C', cost: 1 }]);
  expect([edited.text.value, edited.conflicts]).toEqual([
    {
      rows: [
        { name: 'A', cost: 2 },
        { name: 'C', cost: 1 },
      ],
    },
    [],
  ]);
  expect(labels(edited.onlyMine)).toEqual(['Rows: A, Cost']);
  expect(merge([{ ...a, cost: 2 }, b], [{ ...a, cost: 3 }, b]).conflicts).toMatchObject([{ pointer: '/rows/0/cost' }]);
  const moved = merge([b, a], [{ ...a, cost: 5 }, b]);
  expect(moved.conflicts).toMatchObject([{ pointer: '/rows', mine: 'B · 1\nA · 1', theirs: 'A · 5\nB · 1' }]);
});

test('without a common base every difference is a conflict', () => {
  const merge = mergeEdits(field, { base: undefined, mine: formText({ line: 'M' }), theirs: formText({}) });
  expect(labels(merge.conflicts)).toEqual(['Line']);
});

test('a comparison lists fields, including a list that grew', () => {
  const after = { line: 'A', button: { label: 'B', href: '#d' }, lines: ['zero', 'one', 'two'] };
  expect(compare(field, start, after).map(({ label, before, after: now }) => [label, before, now])).toEqual([
    ['Button, Link', '#c', '#d'],
    ['Lines', 'one\ntwo', 'zero\none\ntwo'],
  ]);
  expect(compare(field, start, { ...start, lines: ['one', 'three'] })).toMatchObject([
    { label: 'Line 2', before: 'two' },
  ]);
  expect(compare(field, start, structuredClone(start))).toEqual([]);
});
