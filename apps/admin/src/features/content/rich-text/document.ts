import type { TextVariables } from '@threadline/schema/primitives/text-variables';
import { marks, nodes } from '@threadline/schema/rich-text/nodes';
import type { JSONContent } from '@tiptap/core';
import type { Node, Schema } from '@tiptap/pm/model';
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

/** Returns the document in the form that is stored. */
export function toStored(document: Node): JSONContent {
  return strip(document.copy(removeVariables(document.content)).toJSON() as JSONContent);
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
