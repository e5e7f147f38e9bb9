import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';

/**
 * Inserts a block after the one with the caret, before a paragraph that begins with the caret, or in place of an empty
 * paragraph. Writing goes on inside or after it.
 */
export function insertBlock(editor: Editor, block: Node): void {
  const { tr, selection, schema } = editor.state;
  const { $from, to, empty } = selection;
  const isAtTop = $from.depth === 0;
  const outer = isAtTop ? undefined : $from.node(1);
  const isEmpty = outer?.type.name === 'paragraph' && outer.content.size === 0;
  const isBefore = outer?.type.name === 'paragraph' && empty && $from.parentOffset === 0;
  const at = isAtTop ? to : isBefore ? $from.before(1) : $from.after(1);
  tr.replaceWith(at, isEmpty ? $from.after(1) : at, block);
  const end = at + block.nodeSize;
  const paragraph = schema.nodes.paragraph?.create();
  if (end === tr.doc.content.size && paragraph) tr.insert(end, paragraph);
  tr.setSelection(TextSelection.near(tr.doc.resolve(block.isAtom ? end : at + 1)));
  editor.view.dispatch(tr.scrollIntoView());
  editor.view.focus();
}
