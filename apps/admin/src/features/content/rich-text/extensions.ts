import type { TextVariables } from '@threadline/schema/primitives/text-variables';
import { marks, nodes } from '@threadline/schema/rich-text/nodes';
import { type AnyExtension, Mark, Node } from '@tiptap/core';
import { Dropcursor, Gapcursor, Placeholder } from '@tiptap/extensions';
import type { z } from 'zod';
import { createVariableNode } from '../variable-text/variable-node.ts';
import { blockName, stampBlock, toTiptapAttributes } from './block-attributes.ts';
import { markBehaviours } from './mark-behaviours.ts';
import { nodeBehaviours } from './node-behaviours.ts';
import { TableEditing } from './table-editing.ts';

interface Declaration {
  content?: string;
  group?: string;
  attrs?: Readonly<Record<string, z.ZodType>>;
  html: { tag: string };
}

const declaredNodes: Record<string, Declaration> = nodes;
const declaredMarks: Record<string, Declaration> = marks;

/**
 * Returns the Tiptap extensions of all declared nodes and marks, with placeholder and cursors. With variables, each line
 * of text may contain nodes of them, which are text in the stored document.
 */
export function createSchemaExtensions(placeholder: string, variables: TextVariables): AnyExtension[] {
  const hasVariables = Object.keys(variables).length > 0;
  const extend = (declaration: Declaration) =>
    hasVariables && declaration.content === 'text*' ? { ...declaration, content: '(text | variable)*' } : declaration;
  return [
    ...Object.entries(declaredNodes).map(([name, declaration]) => createNode(name, extend(declaration))),
    ...(hasVariables ? [createVariableNode(variables)] : []),
    ...Object.entries(declaredMarks).map(([name, declaration]) => createMark(name, declaration)),
    TableEditing,
    Gapcursor,
    Dropcursor.configure({ color: false, width: 3, class: 'drop-cursor' }),
    Placeholder.configure({ placeholder }),
  ];
}

function createNode(name: string, declaration: Declaration) {
  const { content, group, attrs, html } = declaration;
  return Node.create({
    name,
    topNode: name === 'doc',
    group: name === 'text' || name === 'doc' ? undefined : group,
    ...(content && { content }),
    ...(!content && group === 'block' && { atom: true, draggable: true }),
    addAttributes: () => toTiptapAttributes(attrs),
    parseHTML: () => (html.tag ? [{ tag: `[${blockName}="${name}"]`, priority: 60 }, { tag: html.tag }] : []),
    ...(name !== 'text' &&
      name !== 'doc' && {
        renderHTML: ({ node }) => [html.tag, stampBlock(name, node.attrs), ...(content ? [0] : [])],
      }),
    ...nodeBehaviours[name],
  });
}

function createMark(name: string, { attrs, html }: Declaration) {
  return Mark.create({
    name,
    addAttributes: () => toTiptapAttributes(attrs),
    parseHTML: () => [{ tag: html.tag }],
    renderHTML: () => [html.tag, 0],
    ...markBehaviours[name],
  });
}
