import { Editor } from '@tiptap/core';
import { expect, test } from 'vitest';
import { createSchemaExtensions } from './extensions.ts';

const heading = (text: string, anchor: string) => ({
  type: 'heading',
  attrs: { level: 3, anchor },
  content: [{ type: 'text', text }],
});

function createEditor(...content: object[]) {
  const element = document.createElement('div');
  const doc = { type: 'doc', content };
  return new Editor({ element, content: doc, injectCSS: false, extensions: createSchemaExtensions('', {}) });
}

test('Enter within a heading leaves its link name to the first part', () => {
  const editor = createEditor(heading('Our guarantee', 'guarantee'));
  editor.chain().setTextSelection(5).splitBlock().run();
  expect(editor.getJSON().content).toEqual([heading('Our ', 'guarantee'), heading('guarantee', '')]);
});

test('a copy of a heading has no link name', () => {
  const editor = createEditor(heading('Guarantee', 'guarantee'));
  editor.commands.insertContentAt(editor.state.doc.content.size, heading('Guarantee', 'guarantee'));
  expect(editor.getJSON().content).toEqual([heading('Guarantee', 'guarantee'), heading('Guarantee', '')]);
});

test('a link name that is typed twice stays, so that the editor sees the error', () => {
  const editor = createEditor(heading('Guarantee', 'guarantee'), heading('Prices', 'prices'));
  editor.commands.command(({ tr }) => Boolean(tr.setNodeAttribute(11, 'anchor', 'guarantee')));
  expect(editor.getJSON().content).toEqual([heading('Guarantee', 'guarantee'), heading('Prices', 'guarantee')]);
});
