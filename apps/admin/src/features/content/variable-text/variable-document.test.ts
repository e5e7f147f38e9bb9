import { openingHoursVariables } from '@threadline/schema/primitives/text-variables';
import { expect, onTestFinished, test } from 'vitest';
import { createVariableEditor } from './create-variable-editor.ts';
import { toText } from './variable-document.ts';
import { insertVariable } from './variable-node.ts';

function createEditor(text: string) {
  const onEnter = () => undefined;
  const editor = createVariableEditor({
    text,
    variables: openingHoursVariables,
    isMultiline: true,
    steps: undefined,
    onEnter,
  });
  editor.mount(document.createElement('div'));
  onTestFinished(() => editor.destroy());
  return editor;
}

const countVariables = ({ state }: ReturnType<typeof createEditor>) =>
  state.doc.firstChild?.children.filter(({ type }) => type.name === 'variable').length;

test.each([
  ['', 0],
  [' ', 0],
  ['  two  spaces  ', 0],
  ['{days}', 1],
  ['{days}{opens} {closes}', 3],
  ['{{days}}', 1],
  ['{days', 0],
  ['days}', 0],
  ['}{', 0],
  ['{}', 0],
  ['{foo} {Days} { days }', 0],
  ['{toString}{__proto__}', 0],
  ['{days\n}', 0],
  ['\n\nHello {days},\n\n\n{opens}\n', 2],
  ['\n', 0],
  ['tab\tand\u00a0space\u200b', 0],
  ['\r\nold line breaks\r', 0],
  ['<b>{days}</b> &amp; &lt;', 1],
  ['नमस्ते {days} क्षत्रिय', 1],
  ['👩‍👩‍👧 {opens} 🇮🇳', 1],
])('the text %j is returned unchanged, with %i variables', (text, count) => {
  const editor = createEditor(text);
  expect([toText(editor.state.doc), countVariables(editor)]).toEqual([text, count]);
});

test('a typed name becomes a variable with its closing brace, and the caret is behind it', () => {
  const editor = createEditor('Open {days today');
  editor.commands.insertContentAt(11, '}');
  expect([toText(editor.state.doc), countVariables(editor)]).toEqual(['Open {days} today', 1]);
  expect(editor.state.selection.head).toBe(7);
});

test('an inserted variable takes the place of the selection', () => {
  const editor = createEditor('Open at nine, {days}');
  editor.commands.setTextSelection({ from: 6, to: 13 });
  insertVariable(editor, 'opens');
  expect(toText(editor.state.doc)).toBe('Open {opens}, {days}');
});
