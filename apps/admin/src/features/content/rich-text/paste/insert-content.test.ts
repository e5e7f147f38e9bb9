import { Editor } from '@tiptap/core';
import { expect, onTestFinished, test } from 'vitest';
import { createSchemaExtensions } from '../extensions.ts';
import { insertContent } from './paste-handler.ts';

const table = '<table><tr><td>a</td><td>b</td></tr></table>';
const image = '<div data-block="image" data-src="/art/cover-friday" data-alt="A week"></div>';
const callout = '<div data-block="callout"><p>note</p></div>';

/** Returns the blocks of a text after a paste; `|` in the text is the caret. */
function paste(text: string, html: string): string {
  const editor = new Editor({ content: text, injectCSS: false, extensions: createSchemaExtensions('', {}) });
  onTestFinished(() => editor.destroy());
  let caret = 0;
  editor.state.doc.descendants((node, position) => {
    if (node.text?.includes('|')) caret = position + node.text.indexOf('|');
  });
  editor.commands.deleteRange({ from: caret, to: caret + 1 });
  editor.commands.setTextSelection(caret);
  const content = document.createElement('div');
  content.innerHTML = html;
  editor.view.dispatch(insertContent(editor.state.tr, content, editor.schema));
  editor.state.doc.check();
  return editor.state.doc.toString().slice(4, -1);
}

const cell = (text: string) => `tableCell(paragraph("${text}"))`;
const pastedTable = `table(tableRow(${cell('a')}, ${cell('b')}))`;
const pasted = `paragraph("para"), ${pastedTable}`;

test.each([
  ['<p>|Hello world</p>', `${pasted}, paragraph("Hello world")`],
  ['<p>Hello| world</p>', `paragraph("Hello"), ${pasted}, paragraph(" world")`],
  ['<p>Hello|</p><p>world</p>', `paragraph("Hello"), ${pasted}, paragraph("world")`],
  ['<h2>|Hello</h2>', `${pasted}, heading("Hello")`],
  ['<ul><li>|one</li></ul>', `${pasted}, bulletList(listItem(paragraph("one")))`],
  [
    '<ul><li>one</li><li>tw|o</li></ul>',
    `bulletList(listItem(paragraph("one")), listItem(paragraph("tw"))), ${pasted}, bulletList(listItem(paragraph("o")))`,
  ],
  [
    '<ul><li>one|</li><li>two</li></ul>',
    `bulletList(listItem(paragraph("one"))), ${pasted}, bulletList(listItem(paragraph("two")))`,
  ],
  ['<blockquote><p>one|</p></blockquote>', `quote(paragraph("one")), ${pasted}`],
])('a paragraph and a table, pasted into %s, leave the text around them in blocks of its own', (text, expected) => {
  expect(paste(text, `<p>para</p>${table}`)).toBe(expected);
});

test.each([
  ['a list', '<ul><li>a</li></ul>', 'bulletList(listItem(paragraph("a")))'],
  ['a quote', '<blockquote><p>a</p></blockquote>', 'quote(paragraph("a"))'],
  ['an image', image, 'image'],
  ['a callout', callout, 'callout(paragraph("note"))'],
])('content that ends with %s does not take up the text after it', (_, html, block) => {
  expect(paste('<p>Hello| world</p>', `<p>para</p>${html}`)).toBe(
    `paragraph("Hello"), paragraph("para"), ${block}, paragraph(" world")`,
  );
  expect(paste('<p>|Hello</p>', html)).toBe(`${block}, paragraph("Hello")`);
});

test('pasted text joins the text around it, and a table stays one table', () => {
  expect(paste('<p>Hello| world</p>', '<p>, my</p>')).toBe('paragraph("Hello, my world")');
  expect(paste('<p>Hello| world</p>', '<p>a</p><p>b</p>')).toBe('paragraph("Helloa"), paragraph("b world")');
  expect(paste('<table><tr><td>on|e</td></tr></table>', table)).not.toContain('), table(');
});
