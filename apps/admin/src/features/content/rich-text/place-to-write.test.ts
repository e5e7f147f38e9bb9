import type { JSONContent } from '@tiptap/core';
import { GapCursor } from '@tiptap/pm/gapcursor';
import { expect, test } from 'vitest';
import { toStored } from './document.ts';
import { openTestEditor } from './editor-fixture.ts';
import { insertContent } from './paste/paste-handler.ts';

const cell = { type: 'tableCell', content: [{ type: 'paragraph' }] };
const row = { type: 'tableRow', content: [cell, cell] };
const table = { type: 'table', attrs: { caption: '' }, content: [row, row] };
const image = {
  type: 'image',
  attrs: { src: '/art/cover-friday', alt: '', decorative: true, caption: '', width: 'text' },
};
const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'After' }] };

function openEditor(...content: JSONContent[]) {
  const editor = openTestEditor(...content);
  editor.view.endOfTextblock = () => true; // depends on the layout, which this environment does not have
  return editor;
}

type Editor = ReturnType<typeof openEditor>;

const listBlocks = ({ state }: Editor) => state.doc.content.content.map(({ type }) => type.name);
const press = ({ view }: Editor, key: string) =>
  view.someProp('handleKeyDown', (handle) => handle(view, new KeyboardEvent('keydown', { key })));

test.each([
  ['table', table],
  ['image', image],
])('a stored text that ends with a %s has a place to write after it, which is no change', (name, block) => {
  const editor = openEditor(block);
  expect(listBlocks(editor)).toEqual([name, 'paragraph']);
  expect(toStored(editor.state.doc).content).toHaveLength(1);
  editor.commands.insertContentAt(editor.state.doc.content.size - 1, 'After');
  expect(toStored(editor.state.doc).content?.[1]).toEqual(paragraph);
});

test('a pasted text that ends with a table has a place to write after it', () => {
  const editor = openEditor({ type: 'paragraph' });
  const pasted = document.createElement('div');
  pasted.innerHTML = '<p>Before</p><table><tr><td>a</td><td>b</td></tr></table>';
  editor.view.dispatch(insertContent(editor.state.tr, pasted, editor.schema));
  expect(listBlocks(editor)).toEqual(['paragraph', 'table', 'paragraph']);
  press(editor, 'ArrowDown');
  expect(editor.state.selection.$head.node(1).type.name).toBe('paragraph');
});

test.each([
  ['everything', 'all'],
  ['two whole blocks', { from: 1, to: 13 }],
] as const)('a text that begins with a table replaces %s as a table', (_, selected) => {
  const editor = openEditor(paragraph, paragraph);
  if (selected === 'all') editor.commands.selectAll();
  else editor.commands.setTextSelection(selected);
  const pasted = document.createElement('div');
  pasted.innerHTML = '<table><tr><td>a</td><td>b</td></tr></table><p>Below</p>';
  editor.view.dispatch(insertContent(editor.state.tr, pasted, editor.schema));
  expect(listBlocks(editor)).toEqual(['table', 'paragraph']);
  expect(editor.state.doc.textContent).toBe('abBelow');
});

test.each<[string, string, JSONContent[], number, number]>([
  ['before a first table', 'ArrowUp', [table], 8, 0],
  ['between two tables, from above', 'ArrowDown', [table, table], 18, 22],
  ['between two tables, from below', 'ArrowUp', [table, table], 30, 22],
])('the caret stops %s, where a paragraph begins', (_, key, blocks, from, at) => {
  const editor = openEditor(...blocks);
  editor.commands.setTextSelection(from);
  press(editor, key);
  expect(editor.state.selection).toBeInstanceOf(GapCursor);
  expect(editor.state.selection.from).toBe(at);
  editor.view.dispatch(editor.state.tr.insertText('After'));
  expect(editor.state.doc.nodeAt(at)?.toJSON()).toEqual(paragraph);
});
