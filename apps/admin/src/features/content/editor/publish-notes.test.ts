import type { BlockNode } from '@threadline/schema/rich-text/rich-text';
import { expect, test } from 'vitest';
import { findPublishNotes } from './publish-notes.ts';

const paragraph = (text: string): BlockNode => ({ type: 'paragraph', content: text ? [{ type: 'text', text }] : [] });
const row = (...texts: string[]): BlockNode => ({
  type: 'tableRow',
  content: texts.map((text) => ({ type: 'tableCell', content: [paragraph(text)] })),
});
const table = (...content: BlockNode[]): BlockNode => ({ type: 'table', attrs: { caption: '' }, content });
const heading = (text: string): BlockNode => ({
  ...{ type: 'heading', attrs: { level: 2, anchor: '' } },
  content: text ? [{ type: 'text', text }] : [],
});

test('a link that the site shows as text is named with its address', () => {
  const linked = (href: string): BlockNode => ({
    type: 'paragraph',
    content: [{ type: 'text', text: 'the report', marks: [{ type: 'link', attrs: { href } }] }],
  });
  const content = [linked('https://example.com/report'), linked('https://threadline.in/report')];
  const message = 'A link leads to an example address (https://example.com/report). Visitors see only its text.';
  expect(findPublishNotes({ body: { type: 'doc', content } })).toEqual([{ pointer: '/body/content/0', message }]);
});

test('parts that the site leaves out are named before the text is published, with their places', () => {
  const content = [
    paragraph(''),
    heading('Costs'),
    table(row('Cost', ''), row('', ''), row('Rent', '45,000')),
    table(row('', ' '), row('', '')),
    heading(''),
    table(row('Cost'), row(''), row('')),
  ];
  expect(findPublishNotes({ title: '', body: { type: 'doc', content } })).toEqual([
    { pointer: '/body/content/2', message: '1 row of a table is empty. Visitors do not see that row.' },
    { pointer: '/body/content/3', message: 'A table is empty. Visitors do not see that table.' },
    { pointer: '/body/content/4', message: 'A heading is empty. Visitors do not see that heading.' },
    { pointer: '/body/content/5', message: '2 rows of a table are empty. Visitors do not see those rows.' },
  ]);
});
