import { getSchema, type JSONContent } from '@tiptap/core';
import { expect, test } from 'vitest';
import { openDocument, toStored } from './document.ts';
import { createSchemaExtensions } from './extensions.ts';

const schema = getSchema(createSchemaExtensions('', {}));
const paragraph = (text: string): JSONContent => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...content: JSONContent[]): JSONContent => ({ type: 'doc', content });

test('a stored text with each kind of node is the same after it was opened', () => {
  const cell = (text: string): JSONContent => ({ type: 'tableCell', content: [paragraph(text)] });
  const stored = doc(
    { type: 'heading', attrs: { level: 2, anchor: 'guarantee' }, content: [{ type: 'text', text: 'Guarantee' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'a ' },
        { type: 'text', marks: [{ type: 'bold' }], text: 'bold' },
        { type: 'text', marks: [{ type: 'link', attrs: { href: '/terms/' } }], text: ' link' },
      ],
    },
    {
      type: 'orderedList',
      attrs: { start: 3 },
      content: [
        {
          type: 'listItem',
          content: [
            paragraph('third'),
            { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('inside')] }] },
          ],
        },
      ],
    },
    { type: 'paragraph' },
    { type: 'quote', attrs: { by: 'A customer' }, content: [paragraph('Good')] },
    { type: 'callout', attrs: { tone: 'tip' }, content: [paragraph('Try it')] },
    { type: 'image', attrs: { src: '/art/hero-build', alt: '', decorative: true, caption: '', width: 'wide' } },
    { type: 'figure', attrs: { value: '42 %', label: 'paid late', source: '' } },
    { type: 'table', attrs: { caption: '' }, content: [{ type: 'tableRow', content: [cell('Owner'), cell('Due')] }] },
  );
  const opened = openDocument(schema, stored, {});
  expect(opened && toStored(opened)).toEqual(stored);
});

test('empty paragraphs at the end are not stored, and those of an empty text are one', () => {
  const store = (...content: JSONContent[]) => toStored(schema.nodeFromJSON(doc(...content))).content;
  const empty = { type: 'paragraph' };
  expect(store(paragraph('a'), empty, paragraph('b'), empty, empty)).toEqual([paragraph('a'), empty, paragraph('b')]);
  expect(store(empty, empty)).toEqual([empty]);
});

test.each([
  ['node', doc({ type: 'hologram' })],
  ['attribute', doc({ ...paragraph('a'), attrs: { colour: 'red' } })],
  ['mark', doc({ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'blink' }] }] })],
  ['name of an object property', doc({ type: 'toString' })],
  ['place of a node', doc({ type: 'listItem', content: [paragraph('a')] })],
  ['shape', 'only text'],
])('a stored text with an unknown %s is not opened for editing', (_, stored) => {
  expect(openDocument(schema, stored, {})).toBeUndefined();
});
