import { getSchema } from '@tiptap/core';
import { EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { findCaretPart } from './caret-part.ts';
import { createSchemaExtensions } from './extensions.ts';

const schema = getSchema(createSchemaExtensions('', {}));
const paragraph = (text = '') => ({ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) });
const item = (text: string) => ({ type: 'listItem', content: [paragraph(text)] });
const doc = schema.nodeFromJSON({
  type: 'doc',
  content: [
    paragraph('First'),
    { type: 'bulletList', content: [item('One'), item('Two')] },
    { type: 'image', attrs: { src: '/art/hero-build', alt: 'A loom', decorative: false, caption: '' } },
    paragraph(),
    paragraph('Last'),
  ],
});

/** Returns the position in front of a text. */
function findText(text: string): number {
  let found = 0;
  doc.descendants((node, position) => {
    if (node.text === text) found = position;
  });
  return found;
}

const partAt = (position: number) =>
  findCaretPart(EditorState.create({ doc, selection: TextSelection.create(doc, position) }));

test('the part with the caret is the innermost paragraph', () => {
  expect([partAt(findText('First')), partAt(findText('Two')), partAt(findText('Last'))]).toEqual([
    '/content/0',
    '/content/1/content/1/content/0',
    '/content/4',
  ]);
});

test('an empty paragraph, which the page leaves out, counts as the block before it', () => {
  expect(partAt(findText('Last') - 2)).toBe('/content/2');
});

test('a selected picture is the part', () => {
  const position = doc.child(0).nodeSize + doc.child(1).nodeSize;
  const state = EditorState.create({ doc, selection: NodeSelection.create(doc, position) });
  expect(findCaretPart(state)).toBe('/content/2');
});
