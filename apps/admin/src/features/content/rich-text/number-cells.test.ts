import { Editor, type JSONContent } from '@tiptap/core';
import { expect, onTestFinished, test } from 'vitest';
import { createSchemaExtensions } from './extensions.ts';

const createCell = (text: string): JSONContent => ({
  type: 'tableCell',
  content: [{ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) }],
});
const createRow = (...texts: string[]): JSONContent => ({ type: 'tableRow', content: texts.map(createCell) });

test('a column of numbers is aligned as on the site, with its heading and beside empty rows', () => {
  const rows = [createRow('Cost', 'Rupees'), createRow('Rent', '45,000'), createRow('', '')];
  const content = { type: 'doc', content: [{ type: 'table', attrs: { caption: '' }, content: rows }] };
  const editor = new Editor({ element: null, injectCSS: false, content, extensions: createSchemaExtensions('', {}) });
  onTestFinished(() => editor.destroy());
  const place = document.createElement('div');
  editor.mount(place);
  const listNumbers = () => [...place.querySelectorAll('[data-number]')].map(({ textContent }) => textContent);
  expect(listNumbers()).toEqual(['Rupees', '45,000', '']);
  editor.commands.insertContentAt(editor.state.doc.content.size - 5, 'unknown');
  expect(listNumbers()).toEqual([]);
});
