import type { BlockNode, RichText, TextNode } from '@threadline/schema/rich-text/rich-text';
import { expect, test } from 'vitest';
import { type ComparedNode, compareDocuments } from './compare-documents.ts';

const run = (text: string, ...marks: string[]) =>
  ({ type: 'text', text, ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }) }) as TextNode;
const paragraph = (...runs: (TextNode | string)[]): BlockNode => ({
  type: 'paragraph',
  content: runs.map((each) => (typeof each === 'string' ? run(each) : each)),
});
const doc = (...content: BlockNode[]): RichText => ({ type: 'doc', content });
const row = (...texts: string[]): BlockNode => ({
  type: 'tableRow',
  content: texts.map((text) => ({ type: 'tableCell', content: [paragraph(text)] })),
});
const signs = { added: '+', removed: '-', formatted: '~' };

/** `p(Paid [-late][+in time].)` */
function outline(node: ComparedNode): string {
  const sign = node.difference ? signs[node.difference] : '';
  if (node.type === 'text') return sign ? `[${sign}${node.text}]` : node.text;
  return `${sign}${node.type}(${node.content
    .map(outline)
    .join('|')
    .replaceAll(/\|(?=\[)|(?<=\])\|/g, '')})`;
}
const compare = (before: RichText, after: RichText) => compareDocuments(before, after).map(outline);

test('changed terms of a paragraph are marked, and the other paragraphs stay', () => {
  expect(
    compare(
      doc(paragraph('First.'), paragraph('Bills are paid two weeks late.')),
      doc(paragraph('First.'), paragraph('Bills are paid in time.')),
    ),
  ).toEqual(['paragraph(First.)', 'paragraph(Bills are paid [-two weeks late][+in time].)']);
});

test('a new paragraph is added and an old one removed as a whole', () => {
  expect(
    compare(
      doc(paragraph('Cash first.'), paragraph('An old thought.')),
      doc(paragraph('Something new.'), paragraph('Cash first.')),
    ),
  ).toEqual(['+paragraph([+Something new.])', 'paragraph(Cash first.)', '-paragraph([-An old thought.])']);
});

test('another format of the same text is a change of its own', () => {
  expect(compare(doc(paragraph('Pay in time.')), doc(paragraph('Pay ', run('in time', 'bold'), '.')))).toEqual([
    'paragraph(Pay [~in time].)',
  ]);
  const heading = (level: 2 | 3): BlockNode => ({
    type: 'heading',
    attrs: { level, anchor: '' },
    content: [run('Cash')],
  });
  expect(compare(doc(heading(2)), doc(heading(3)))).toEqual(['~heading(Cash)']);
});

test('items of a list and cells of a table are compared one by one; a row stays complete', () => {
  const list = (...texts: string[]): BlockNode => ({
    type: 'bulletList',
    content: texts.map((text) => ({ type: 'listItem', content: [paragraph(text)] })),
  });
  expect(
    compare(doc(list('One owner each', 'One number')), doc(list('One owner each', 'A date', 'One number'))),
  ).toEqual([
    'bulletList(listItem(paragraph(One owner each))|+listItem(+paragraph([+A date]))|listItem(paragraph(One number)))',
  ]);
  const table = (...content: BlockNode[]): BlockNode => ({ type: 'table', attrs: { caption: '' }, content });
  expect(
    compare(
      doc(table(row('Cost', 'Rent'), row('Office', '45,000'))),
      doc(table(row('Cost', 'Rent', 'Due'), row('Office', '50,000', 'May'))),
    ),
  ).toEqual([
    'table(tableRow(tableCell(paragraph(Cost))|tableCell(paragraph(Rent))|+tableCell(+paragraph([+Due])))|' +
      'tableRow(tableCell(paragraph(Office))|tableCell(paragraph([-45,000][+50,000]))|+tableCell(+paragraph([+May]))))',
  ]);
});

test('another picture replaces the old one', () => {
  const image = (src: string): BlockNode => ({
    type: 'image',
    attrs: { src, alt: '', decorative: true, caption: '', width: 'text' },
  });
  expect(compare(doc(image('/art/a')), doc(image('/art/b')))).toEqual(['-image()', '+image()']);
});
