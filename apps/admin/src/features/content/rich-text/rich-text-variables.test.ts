import { retentionVariables } from '@threadline/schema/primitives/text-variables';
import { getSchema, type JSONContent } from '@tiptap/core';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { insertVariable } from '../variable-text/variable-node.ts';
import type { EditorAction } from './actions.ts';
import { createEditor } from './create-editor.ts';
import { openDocument, toStored } from './document.ts';
import { createSchemaExtensions } from './extensions.ts';
import { insertContent } from './paste/paste-handler.ts';
import { parsePlainText } from './paste/plain-text.ts';
import { chooseBlock } from './slash-menu.ts';
import { getTypedMenu } from './typed-menu.ts';

const schema = getSchema(createSchemaExtensions('', retentionVariables));
const text = (content: string, ...names: string[]): JSONContent => ({
  type: 'text',
  ...(names.length > 0 && { marks: names.map((type) => ({ type })) }),
  text: content,
});
const paragraph = (...content: JSONContent[]): JSONContent => ({
  type: 'paragraph',
  ...(content.length > 0 && { content }),
});
const doc = (...content: JSONContent[]): JSONContent => ({ type: 'doc', content });

function openEditor(...content: JSONContent[]) {
  const editor = createEditor({
    content: doc(...content),
    variables: retentionVariables,
    ask: () => undefined,
    notify: () => undefined,
    steps: undefined,
  });
  editor.mount(document.createElement('div'));
  onTestFinished(() => editor.destroy());
  return editor;
}

type Editor = ReturnType<typeof openEditor>;

/** Types at the caret, one character after the other, as the input rules expect it. */
function type({ view }: Editor, typed: string): void {
  for (const character of typed) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(character, from, to);
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, character, insert)))
      view.dispatch(insert());
  }
}

/** Returns the text of the document, with each variable as `*`. */
const readUnits = ({ state }: Editor) => state.doc.textBetween(0, state.doc.content.size, '\n', () => '*');

const getStored = ({ state }: Editor) => toStored(state.doc).content;

const markSets = [[], ['bold'], ['italic'], ['bold', 'italic'], ['link']].map((names) =>
  names.map((name) => (name === 'link' ? { type: name, attrs: { href: '/terms/' } } : { type: name })),
);
const words = fc
  .array(
    fc.oneof(fc.constantFrom('{', '}', '{retention}', 'retention', '{days}', '\ufffc', ' ', 'क्षि', '😀'), fc.string()),
  )
  .map((pieces) => pieces.join(''))
  .filter((joined) => joined !== '');
/** Runs with different marks, because ProseMirror joins others. */
const line = fc.array(words, { maxLength: 5 }).chain((texts) =>
  fc.integer({ min: 0, max: markSets.length - 1 }).map((first) => {
    const content = texts.map((each, index) => {
      const set = markSets[(first + index) % markSets.length] ?? [];
      return { type: 'text', ...(set.length > 0 && { marks: set }), text: each };
    });
    return content.length > 0 ? { content } : {};
  }),
);
const block = fc.oneof(
  line.map((content) => ({ type: 'paragraph', ...content })),
  line.map((content) => ({ type: 'heading', attrs: { level: 2, anchor: '' }, ...content })),
  line.map((content) => ({
    type: 'bulletList',
    content: [{ type: 'listItem', content: [{ type: 'paragraph', ...content }] }],
  })),
  line.map((content) => ({
    type: 'quote',
    attrs: { by: '{retention}' },
    content: [{ type: 'paragraph', ...content }],
  })),
  line.map((content) => ({
    type: 'table',
    attrs: { caption: '{retention}' },
    content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [{ type: 'paragraph', ...content }] }] }],
  })),
);

test('any stored text is the same after it was opened, with tokens and marks in any place', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (written) => {
      const blocks = [...written, paragraph(text('End'))]; // an empty paragraph at the end is not stored
      const stored = doc(...blocks);
      const opened = openDocument(schema, stored, retentionVariables);
      expect(opened && toStored(opened)).toEqual(stored);
      opened?.descendants((node) => expect(node.text ?? '').not.toContain('{retention}'));
      expect(getStored(openEditor(...blocks))).toEqual(stored.content);
    }),
    { numRuns: 60 },
  );
});

test('a stored token is a unit with the marks of its text, and an unknown name stays text', () => {
  const editor = openEditor(paragraph(text('Kept '), text('for {retention} or {days}', 'bold')));
  expect(readUnits(editor)).toBe('Kept for * or {days}');
  expect(editor.state.doc.nodeAt(10)?.marks.map((mark) => mark.type.name)).toEqual(['bold']);
});

test('a stored document cannot contain the node of a variable itself', () => {
  const stored = doc(paragraph({ type: 'variable', attrs: { name: 'retention' } }));
  expect(openDocument(schema, stored, retentionVariables)).toBeUndefined();
});

test('a typed name becomes a unit with its closing brace, and typing continues behind it', () => {
  const editor = openEditor(paragraph(text('Kept for , then erased')));
  editor.commands.setTextSelection(10);
  type(editor, '{retention} at most');
  expect(readUnits(editor)).toBe('Kept for * at most, then erased');
  expect(getStored(editor)).toEqual([paragraph(text('Kept for {retention} at most, then erased'))]);
});

test('characters that format the text around a unit format exactly that text', () => {
  const editor = openEditor(paragraph());
  type(editor, 'Enquiries are kept **for {retention} only**.');
  expect(getStored(editor)).toEqual([
    paragraph(text('Enquiries are kept '), text('for {retention} only', 'bold'), text('.')),
  ]);
});

test('pasted tokens become units, and the caret is behind the pasted text', () => {
  const editor = openEditor(paragraph());
  const { view } = editor;
  const pasted = parsePlainText('{retention}, not *{retention} more* and on', document);
  view.dispatch(insertContent(view.state.tr, pasted, view.state.schema));
  expect(readUnits(editor)).toBe('*, not * more and on');
  type(editor, '!');
  expect(getStored(editor)).toEqual([
    paragraph(text('{retention}, not '), text('{retention} more', 'bold'), text(' and on!')),
  ]);
});

test('a copied unit is the stored text, as plain text and as HTML', () => {
  const editor = openEditor(paragraph(text('for '), text('{retention}', 'bold')), paragraph(text('then')));
  const { dom, text: plain } = editor.view.serializeForClipboard(editor.state.doc.slice(0));
  expect(plain).toBe('for {retention}\n\nthen');
  expect(dom.querySelector('strong')?.outerHTML).toBe('<strong>{retention}</strong>');
  expect(dom.querySelector('span')).toBeNull();
});

test('an inserted unit has the marks of the text around it, and deletes as one', () => {
  const editor = openEditor(paragraph(text('for at most', 'bold')));
  editor.commands.setTextSelection(5);
  insertVariable(editor, 'retention');
  expect(getStored(editor)).toEqual([paragraph(text('for {retention}at most', 'bold'))]);
  editor.commands.deleteRange({ from: 5, to: 6 });
  expect(getStored(editor)).toEqual([paragraph(text('for at most', 'bold'))]);
});

test('the slash menu offers variables by meaning and name, and a brace offers them anywhere in a text', () => {
  const editor = openEditor(paragraph());
  const listOptions = () => getTypedMenu<EditorAction>(editor)?.options.map(({ label }) => label);
  type(editor, '/ret');
  expect(listOptions()).toEqual(['months that enquiries are kept']);
  type(editor, ' x');
  expect(listOptions()).toEqual([]);
  editor.commands.clearContent();
  type(editor, 'Kept {enq');
  expect(listOptions()).toEqual(['months that enquiries are kept']);
  type(editor, 'x');
  expect(listOptions()).toBeUndefined();
});

test('a slash in front of a text opens the menu, and the chosen block comes before the text', () => {
  const editor = openEditor(paragraph(text('The rest')));
  editor.commands.setTextSelection(1);
  type(editor, '/table');
  const [table] = getTypedMenu<EditorAction>(editor)?.options ?? [];
  chooseBlock(editor, table as EditorAction, () => undefined);
  const { firstChild, lastChild } = editor.state.doc;
  expect([firstChild?.type.name, lastChild?.textContent]).toEqual(['table', 'The rest']);
});

test('a slash in the cell of a table, which contains no other blocks, is a character', () => {
  const cell = { type: 'tableCell', content: [paragraph()] };
  const editor = openEditor({ type: 'table', content: [{ type: 'tableRow', content: [cell] }] });
  type(editor, '/');
  expect(editor.state.selection.$head.parent.textContent).toBe('/');
  expect(editor.isActive('table')).toBe(true);
  expect(getTypedMenu(editor)).toBeUndefined();
});
