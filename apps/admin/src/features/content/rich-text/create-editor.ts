import { Editor, Extension, type JSONContent } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { FormSteps } from '../editor/form-history.ts';
import { actions, type EditorRequest, endStep, runAction } from './actions.ts';
import { createSchemaExtensions } from './extensions.ts';
import { createPasteHandler } from './paste/paste-handler.ts';
import { createSlashMenu } from './slash-menu.ts';

export interface EditorOptions {
  /** The stored document. */
  content: unknown;
  ask: (request: EditorRequest) => void;
  notify: (message: string) => void;
  /** The history of the form: the text has none of its own, so that Undo covers all fields in their order. */
  steps: Pick<FormSteps, 'undo' | 'redo'> | undefined;
}

/** Returns an editor that is not mounted yet. */
export function createEditor({ content, ask, notify, steps }: EditorOptions): Editor {
  return new Editor({
    element: null,
    content: content as JSONContent,
    injectCSS: false, // the policy of the admin forbids style elements
    enablePasteRules: false,
    extensions: [
      ...createSchemaExtensions('Write, or type / for images, tables and more'),
      createSlashMenu(ask),
      createPasteHandler(notify),
      createKeys(ask, steps),
    ],
  });
}

function createKeys(ask: EditorOptions['ask'], steps: EditorOptions['steps']) {
  const run = (step: 'undo' | 'redo') => () => {
    steps?.[step]();
    return true;
  };
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
        'Mod-z': run('undo'),
        'Mod-Shift-z': run('redo'),
        'Mod-y': run('redo'),
        'Alt-F10': () => {
          const toolbar = editor.view.dom.closest('[data-rich-text]')?.querySelector('[role=toolbar]');
          toolbar?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
          return true;
        },
      };
    },
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handleDOMEvents: {
            // Composed text is one step of the history.
            compositionend(view) {
              setTimeout(() => view.isDestroyed || endStep({ view }));
              return false;
            },
            // The menus of browsers and of phones. Without the native step, the text and the form stay equal.
            beforeinput(_, event) {
              const step = event.inputType.match(/^history(Undo|Redo)$/)?.[1];
              if (!step) return false;
              event.preventDefault();
              return run(step === 'Undo' ? 'undo' : 'redo')();
            },
          },
        },
      }),
    ],
  });
}
