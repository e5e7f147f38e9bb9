import type { TextVariables } from '@threadline/schema/primitives/text-variables';
import { nodes } from '@threadline/schema/rich-text/nodes';
import { Editor, Extension, type JSONContent, Mark } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { addVariables } from '../variable-text/variable-node.ts';
import type { ComparedNode } from './compare-documents.ts';
import { createSchemaExtensions } from './extensions.ts';

/** Names the difference of a part in the markup. */
export const differenceName = 'data-difference';

const tags: Record<string, string> = { added: 'ins', removed: 'del', formatted: 'span' };

const DifferentText = Mark.create({
  name: 'difference',
  addAttributes: () => ({ kind: { default: '' } }),
  renderHTML: ({ mark: { attrs } }) => [tags[attrs.kind] ?? 'span', { [differenceName]: attrs.kind }, 0],
});

const blockNames = Object.keys(nodes).filter((name) => name !== 'doc' && name !== 'text');

/** As a decoration: some blocks have views of their own. */
const DifferentBlocks = Extension.create({
  name: 'differentBlocks',
  addGlobalAttributes: () => [
    { types: blockNames, attributes: { difference: { default: null, rendered: false, parseHTML: () => null } } },
  ],
  addProseMirrorPlugins: () => [new Plugin({ props: { decorations: ({ doc }) => decorate(doc) } })],
});

function decorate(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.descendants((node, position) => {
    const { difference } = node.attrs;
    if (difference) found.push(Decoration.node(position, position + node.nodeSize, { [differenceName]: difference }));
    // The blocks inside a new one are new as well.
    return difference !== 'added' && difference !== 'removed';
  });
  return DecorationSet.create(doc, found);
}

interface ViewOptions {
  title: string;
  variables: TextVariables;
}

/** Returns a text as the writer shows it, with the differences of two versions. It is not mounted yet, and only read. */
export function createDifferenceView(content: readonly ComparedNode[], { title, variables }: ViewOptions): Editor {
  const editor = new Editor({
    element: null,
    editable: false,
    content: { type: 'doc', content: content.map(toNode) },
    injectCSS: false, // the policy of the admin forbids style elements
    extensions: [...createSchemaExtensions('', variables), DifferentText, DifferentBlocks],
    editorProps: { attributes: { role: 'group', 'aria-label': title } },
  });
  editor.view.dispatch(addVariables(editor.state.tr, variables));
  return editor;
}

function toNode(node: ComparedNode): JSONContent {
  if (node.type !== 'text') {
    const { type, attrs, difference, content } = node;
    return { type, attrs: { ...attrs, ...(difference && { difference }) }, content: content.map(toNode) };
  }
  const { text, marks, difference } = node;
  return {
    ...{ type: 'text', text },
    marks: [...marks, ...(difference ? [{ type: 'difference', attrs: { kind: difference } }] : [])],
  };
}
