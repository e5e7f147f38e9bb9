import type { JSONContent } from '@tiptap/core';
import { expect, test } from 'vitest';
import { openTestEditor } from './editor-fixture.ts';

const createText = (text: string): JSONContent => ({
  type: 'paragraph',
  ...(text && { content: [{ type: 'text', text }] }),
});
const createTable = (...rows: string[][]): JSONContent => ({
  type: 'table',
  attrs: { caption: '' },
  content: rows.map((texts) => ({
    type: 'tableRow',
    content: texts.map((text) => ({ type: 'tableCell', content: [createText(text)] })),
  })),
});

/** Opens a document with the caret at the mark `|` in it. */
function openEditor(...content: JSONContent[]) {
  const editor = openTestEditor(...content);
  let caret = 0;
  editor.state.doc.descendants((node, position) => {
    if (node.text?.includes('|')) caret = position + node.text.indexOf('|');
  });
  editor
    .chain()
    .setTextSelection(caret)
    .deleteRange({ from: caret, to: caret + 1 })
    .run();
  return editor;
}

type Editor = ReturnType<typeof openEditor>;

/** Presses keys, of which one letter is typed. */
function press({ view }: Editor, ...keys: string[]): void {
  for (const key of keys) {
    if (key.length === 1) view.dispatch(view.state.tr.insertText(key));
    else view.someProp('handleKeyDown', (handle) => handle(view, new KeyboardEvent('keydown', { key })));
  }
}

/** Returns the blocks with their texts: the cells of a table divided by `,`, its rows by `/`. */
function read({ state }: Editor): string[] {
  state.doc.check();
  const listTexts = (node: typeof state.doc) => node.children.map(({ textContent }) => textContent);
  return state.doc.children.map((block) =>
    block.type.name === 'table' ? `table: ${block.children.map((row) => listTexts(row)).join('/')}` : block.textContent,
  );
}

test('Enter goes down a column, and from its last row to the paragraph below the table', () => {
  const editor = openEditor(createText('Before'), createTable(['|', 'b'], ['', 'd'], ['e', 'f']));
  press(editor, 'A', 'Enter', 'B', 'Enter', 'C', 'Enter', 'D');
  expect(read(editor)).toEqual(['Before', 'table: A,b/B,d/eC,f', 'D']);
});

test.each([
  ['a table', createTable(['c']), ['table: a', 'D', 'table: c', '']],
  [
    'a heading',
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'H' }] },
    ['table: a', 'D', 'H', ''],
  ],
  ['a paragraph', createText('P'), ['table: a', 'DP']],
])('Enter in the last row leaves a table that %s follows', (_, block, expected) => {
  const editor = openEditor(createTable(['a|']), block);
  press(editor, 'Enter', 'D');
  expect(read(editor)).toEqual(expected);
});

test('Enter goes below a cell of several paragraphs', () => {
  const editor = openEditor(createTable(['|', 'b'], ['c', 'd'], ['e', 'f']));
  press(editor, 'A');
  editor.commands.insertContent([createText('1'), createText('2')]);
  press(editor, 'Enter', 'X');
  expect(read(editor)).toEqual(['table: A12,b/cX,d/e,f', '']);
});

test.each([
  ['|,', '|,'],
  ['|a,b', '|,b'],
  ['a|,b', ',b'],
  ['a,|b', 'a,'],
  ['a,b|', 'a,'],
  ['a,b/|,d', 'a,b/,d'],
  ['a,b|/c,d', 'a,/c,d'],
])('Backspace and Delete at the ends of a cell keep the cells of %s', (cells) => {
  const rows = cells.split('/').map((row) => row.split(','));
  for (const key of ['Backspace', 'Delete']) {
    const editor = openEditor(createText('Before'), createTable(...rows), createText('After'));
    const before = read(editor);
    press(editor, key, key);
    expect(read(editor)).toEqual(before);
  }
});
