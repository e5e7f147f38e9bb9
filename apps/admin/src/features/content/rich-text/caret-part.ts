import type { Node, ResolvedPos } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';

/** Blocks whose text is in their attributes. The page shows a drawing or a decorative picture without any text. */
const textAttributes = ['alt', 'caption', 'title', 'label'];

/**
 * Returns the pointer of the paragraph, heading or block with the caret, such as `/content/3`, or of the one before it that
 * the page shows with a text; undefined in an empty document.
 */
export function findCaretPart({ doc, selection: { $from } }: EditorState): string | undefined {
  const { depth, parent } = $from;
  if (depth > 0 && hasText(parent)) return toPointer($from);
  const indexes = [...Array(doc.childCount).keys()].filter((index) => hasText(doc.child(index)));
  const before = indexes.findLast((index) => index <= $from.index(0));
  const nearest = before ?? indexes[0];
  return nearest === undefined ? undefined : `/content/${nearest}`;
}

function toPointer($from: ResolvedPos): string {
  return [...Array($from.depth).keys()].map((depth) => `/content/${$from.index(depth)}`).join('');
}

function hasText({ textContent, attrs }: Node): boolean {
  return textContent.trim() !== '' || textAttributes.some((name) => attrs[name]);
}
