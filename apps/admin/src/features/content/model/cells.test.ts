import { getField } from '@threadline/schema/content/form-field';
import { choice, date, number, table, text } from '@threadline/schema/primitives/fields';
import { expect, test } from 'vitest';
import { formatBlock, listColumns, parseBlock, parseCell, pasteBlock } from './cells.ts';

const projects = getField(
  table(
    'Projects',
    {
      name: text('Project'),
      due: date('Due'),
      cost: number('Cost'),
      status: choice('Status', { late: 'Late', track: 'On track' }),
    },
    { max: 3 },
  ),
);
const [name, due, cost, status] = listColumns(projects).map(([, column]) => column);

test.each([
  [due, '28/11/2026', '2026-11-28'],
  [due, '28-Nov-26', '2026-11-28'],
  [due, 'soon', 'soon'],
  [cost, '₹ 1,25,000', 125_000],
  [cost, '6.80', 6.8],
  [cost, '6.', 6],
  [cost, '', ''],
  [cost, '6 lakh', '6 lakh'],
  [cost, '1e9', '1e9'],
  [status, 'on TRACK', 'track'],
  [status, 'Lost', 'Lost'],
  [name, 'two\nlines', 'two lines'],
])('%#: the cell text %s means %s', (column, typed, value) => {
  expect(column && parseCell(column, typed)).toBe(value);
});

test.each([
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\n\nb', [['a'], [''], ['b']]],
  [
    '\tb\nc\t',
    [
      ['', 'b'],
      ['c', ''],
    ],
  ],
  ['"one ""word""\nsecond line"\tb', [['one "word"\nsecond line', 'b']]],
  ['5" pipe\tb', [['5" pipe', 'b']]],
  ['"not closed\tb', [['"not closed', 'b']]],
])('%#: the cells of a copied block', (copied, cells) => {
  expect(parseBlock(copied)).toEqual(cells);
});

const rows = [
  { name: 'Pune', due: '2026-11-28', cost: 6, status: 'late' },
  { name: 'Dealer', due: '2026-12-19', cost: 0, status: 'track' },
];

test('a block fills the table from a cell on and adds rows, and what has no room is reported', () => {
  const block = parseBlock('7\tOn track\tbeyond\n8\tLate\n9\tLate\n10\tLate');
  expect(pasteBlock(projects, rows, { block, at: { row: 1, column: 2 } })).toEqual({
    rows: [rows[0], { ...rows[1], cost: 7, status: 'track' }, { name: '', due: '', cost: 8, status: 'late' }],
    height: 2,
    width: 2,
    isCut: true,
  });
});

test('a copied table can be pasted back, with its line of titles', () => {
  const block = parseBlock(formatBlock(projects, rows));
  expect(block[0]).toEqual(['Project', 'Due', 'Cost', 'Status']);
  expect(pasteBlock(projects, [], { block, at: { row: 0, column: 0 } })).toMatchObject({
    rows,
    height: 2,
    isCut: false,
  });
});
