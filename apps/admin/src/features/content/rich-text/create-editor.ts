import type { TextVariables } from '@threadline/schema/primitives/text-variables';
import { Editor, Extension, type JSONContent } from '@tiptap/core';
import { TrailingNode } from '@tiptap/extensions';
import type { FormSteps } from '../editor/undo-steps.ts';
import { addVariables } from '../variable-text/variable-node.ts';
import { actions, type EditorRequest, runAction } from './actions.ts';
import { createSchemaExtensions } from './extensions.ts';
import { createHistoryKeys } from './history-keys.ts';
import { createPasteHandler } from './paste/paste-handler.ts';
import { createSlashMenu } from './slash-menu.ts';

export interface EditorOptions {
  /** The stored document. */
  content: unknown;
  variables: TextVariables;
  ask: (request: EditorRequest) => void;
  notify: (message: string) => void;
  /** The history of the form. */
  steps: Pick<FormSteps, 'undo' | 'redo'> | undefined;
}

/** Returns an editor that is not mounted yet. */
export function createEditor({ content, variables, ask, notify, steps }: EditorOptions): Editor {
  const editor = new Editor({
    element: null,
    content: content as JSONContent,
    injectCSS: false, // the policy of the admin forbids style elements
    enablePasteRules: false,
    onMount: ({ editor: mounted }) => mounted.view.dispatch(mounted.state.tr), // for TrailingNode, which waits for one
    extensions: [
      ...createSchemaExtensions('Write the text here', variables),
      createSlashMenu(ask, variables),
      createPasteHandler(notify),
      createKeys(ask),
      createHistoryKeys(steps),
      TrailingNode,
    ],
  });
  editor.view.dispatch(addVariables(editor.state.tr, variables));
  return editor;
}

function createKeys(ask: EditorOptions['ask']) {
  return Extension.create({
    name: 'editorKeys',
    priority: 150,
    addKeyboardShortcuts() {
      const { editor } = this;
      const shortcuts = actions.flatMap((action): [string, () => boolean][] =>
        action.keys ? [[action.keys, () => runAction(editor, action, ask)]] : [],
      );
      return {
        ...Object.fromEntries(shortcuts),
        'Mod-/': () => {
          ask({ kind: 'shortcuts' });
          return true;
        },
        'Alt-F10': () => {
          const toolbar = editor.view.dom.closest('[data-rich-text]')?.querySelector('[role=toolbar]');
          toolbar?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
          return true;
        },
      };
    },
  });
}
