import type { TextVariables } from '@threadline/schema/primitives/text-variables';
import { marks, nodes } from '@threadline/schema/rich-text/nodes';
import type { JSONContent } from '@tiptap/core';
import { Fragment, type Node, type Schema } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { addVariables, removeVariables } from '../variable-text/variable-node.ts';
import { unstoredAttributes } from './table-editing.ts';

type Declarations = Record<string, { label: string; attrs?: object }>;
const declaredNodes: Declarations = nodes;
const declaredMarks: Declarations = marks;

function isKnown({ type = '', attrs = {} }: Pick<JSONContent, 'type' | 'attrs'>, declarations: Declarations): boolean {
  const declared = Object.hasOwn(declarations, type) ? declarations[type] : undefined;
  return declared !== undefined && Object.keys(attrs).every((name) => Object.hasOwn(declared.attrs ?? {}, name));
}

function hasKnownShape(node: JSONContent): boolean {
  return (
    isKnown(node, declaredNodes) &&
    (node.marks ?? []).every((mark) => isKnown(mark, declaredMarks)) &&
    (node.content ?? []).every(hasKnownShape)
  );
}

/** Returns the document, or undefined if this version cannot show all of it: editing it would lose parts. */
export function openDocument(schema: Schema, stored: unknown, variables: TextVariables): Node | undefined {
  try {
    if (!hasKnownShape(stored as JSONContent)) return undefined;
    const opened = schema.nodeFromJSON(stored);
    opened.check();
    return addVariables(new Transform(opened), variables).doc;
  } catch {
    return undefined;
  }
}

/** Returns the document in the form that is stored: without the empty paragraphs at its end, which are a place to write. */
export function toStored(document: Node): JSONContent {
  return strip(document.copy(removeVariables(withoutEmptyEnd(document.content))).toJSON() as JSONContent);
}

function withoutEmptyEnd({ content }: Fragment): Fragment {
  const isWritten = ({ type, content: { size } }: Node) => type.name !== 'paragraph' || size > 0;
  return Fragment.fromArray(content.slice(0, Math.max(1, content.findLastIndex(isWritten) + 1)));
}

function strip({ attrs, content, ...node }: JSONContent): JSONContent {
  const stored = Object.fromEntries(
    Object.entries(attrs ?? {}).filter(([name, value]) => value !== null && !unstoredAttributes.includes(name)),
  );
  return {
    ...node,
    ...(Object.keys(stored).length > 0 && { attrs: stored }),
    ...(content && { content: content.map(strip) }),
  };
}
