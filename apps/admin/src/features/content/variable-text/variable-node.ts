import { splitVariables, type TextVariables } from '@threadline/schema/primitives/text-variables';
import { type Editor, Node } from '@tiptap/core';
import { type Node as DocumentNode, Fragment, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { Transform } from '@tiptap/pm/transform';
import classes from './variable-chip.module.css';

/** Returns the node of a variable. Each known `{name}` in the text becomes one, however it got there. */
export function createVariableNode(variables: TextVariables) {
  return Node.create({
    name: 'variable',
    group: 'inline',
    inline: true,
    atom: true,
    draggable: true,
    addAttributes: () => ({ name: {} }),
    // Input rules take characters for positions, so a node is one character for them.
    extendNodeSchema: ({ name }) => (name === 'variable' ? { leafText: () => '\ufffc' } : {}),
    renderHTML: ({ node }) => ['span', formatVariable(node)],
    addNodeView: () => (props) => {
      const dom = document.createElement('span');
      dom.className = classes.chip ?? '';
      dom.dataset.variable = '';
      dom.title = 'Filled in by the site';
      dom.textContent = variables[props.node.attrs.name] ?? '';
      return { dom };
    },
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin({
          appendTransaction(transactions, _before, state) {
            if (!transactions.some(({ docChanged }) => docChanged)) return null;
            if (editor.view.composing) return null; // the input method owns its text until it is done
            const transaction = addVariables(state.tr, variables);
            return transaction.docChanged ? transaction : null;
          },
          props: {
            // Other fields and programs get the text as it is stored.
            transformCopied: ({ content, openStart, openEnd }) =>
              new Slice(removeVariables(content), openStart, openEnd),
            clipboardTextSerializer: ({ content }) => content.textBetween(0, content.size, '\n\n'),
          },
        }),
      ];
    },
  });
}

/** Replaces each known `{name}` in the texts of a document by a node with the marks of the text. */
export function addVariables<Change extends Transform>(change: Change, variables: TextVariables): Change {
  change.doc.descendants((node, position) => {
    if (node.text === undefined) return;
    let start = position;
    for (const part of splitVariables(node.text, variables)) {
      const end = start + (typeof part === 'string' ? part : formatName(part.name)).length;
      if (typeof part !== 'string') {
        const variable = node.type.schema.node('variable', { name: part.name }, undefined, node.marks);
        change.replaceWith(change.mapping.map(start), change.mapping.map(end), variable);
      }
      start = end;
    }
  });
  return change;
}

/** Returns nodes in which each variable is text again. */
export function removeVariables(content: Fragment): Fragment {
  const nodes = content.content.map((node) => {
    if (node.type.name === 'variable') return node.type.schema.text(formatVariable(node), node.marks);
    return node.isText ? node : node.copy(removeVariables(node.content));
  });
  return Fragment.fromArray(nodes);
}

/** Inserts a variable at the caret, or in place of the selection, with the marks of the text there. */
export function insertVariable(editor: Editor, name: string): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      tr.replaceSelectionWith(state.schema.node('variable', { name }));
      return true;
    })
    .run();
}

export function formatVariable({ attrs }: DocumentNode): string {
  return formatName(attrs.name);
}

function formatName(name: string): string {
  return `{${name}}`;
}
