import { stripTags } from '@threadline/schema/content/preview-tags';
import type { TextVariables } from '@threadline/schema/primitives/text-variables';
import { Editor, Extension, Node } from '@tiptap/core';
import { Dropcursor, UndoRedo } from '@tiptap/extensions';
import { Slice } from '@tiptap/pm/model';
import { Plugin, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { hasOddCharacter, removeHidden, toOneLine } from '../../../format/one-line.ts';
import type { FormSteps } from '../editor/undo-steps.ts';
import { createHistoryKeys } from '../rich-text/history-keys.ts';
import { createTypedMenu, deleteQuery } from '../rich-text/typed-menu.ts';
import { toDocument } from './variable-document.ts';
import { createVariableTrigger, type Variable } from './variable-menu.ts';
import { createVariableNode, insertVariable } from './variable-node.ts';
import classes from './variable-text.module.css';

export interface VariableEditorOptions {
  text: string;
  variables: TextVariables;
  isMultiline: boolean;
  /** Called for Enter in a text of one line. */
  onEnter: (view: EditorView) => void;
  /** The history of the form; without one, the text has its own. */
  steps: FormSteps | undefined;
}

/** Returns an editor that is not mounted yet, for plain text with variables as units. */
export function createVariableEditor({ text, variables, isMultiline, onEnter, steps }: VariableEditorOptions): Editor {
  const editor = new Editor({
    element: null,
    content: toDocument(text, variables),
    injectCSS: false, // the policy of the admin forbids style elements
    enableInputRules: false,
    enablePasteRules: false,
    extensions: [
      Node.create({ name: 'doc', topNode: true, content: 'paragraph' }),
      Node.create({ name: 'paragraph', content: 'inline*', whitespace: 'pre', renderHTML: () => ['p', 0] }),
      Node.create({ name: 'text', group: 'inline' }),
      createVariableNode(variables),
      createTypedMenu({ triggers: [createVariableTrigger(variables, (variable) => variable)], choose: chooseVariable }),
      createPlainText(variables, isMultiline),
      createEnterKeys(isMultiline ? (view) => view.dispatch(view.state.tr.insertText('\n').scrollIntoView()) : onEnter),
      Dropcursor.configure({ color: false, width: 2, class: classes.dropCursor }),
      steps ? createHistoryKeys(steps) : UndoRedo,
    ],
  });
  // The buttons append to a text that has not had the focus.
  editor.commands.setTextSelection(editor.state.doc.content.size);
  return editor;
}

/** Inserts a variable in place of the typed brace. */
export function chooseVariable(editor: Editor, [name]: Variable): void {
  if (deleteQuery(editor)) insertVariable(editor, name);
}

function createEnterKeys(onEnter: (view: EditorView) => void) {
  return Extension.create({
    name: 'enterKeys',
    priority: 150,
    addKeyboardShortcuts() {
      const enter = () => {
        onEnter(this.editor.view);
        return true;
      };
      return { Enter: enter, 'Shift-Enter': enter, 'Mod-Enter': () => true };
    },
  });
}

/** Takes only plain text from the clipboard. */
function createPlainText(variables: TextVariables, isMultiline: boolean) {
  const insert = (view: EditorView, data: DataTransfer) => {
    const text = stripTags(data.getData('text/plain'));
    const isOdd = !isMultiline && hasOddCharacter(text);
    const pasted = toDocument(isOdd ? toOneLine(text) : removeHidden(text).replaceAll(/\r\n?/g, '\n'), variables);
    const { firstChild } = view.state.schema.nodeFromJSON(pasted);
    if (!firstChild?.childCount) return;
    view.dispatch(view.state.tr.replaceSelection(new Slice(firstChild.content, 0, 0)).scrollIntoView());
  };
  return Extension.create({
    name: 'plainText',
    addProseMirrorPlugins() {
      return [
        new Plugin({
          props: {
            handleDOMEvents: {
              paste(view, event) {
                event.preventDefault();
                if (event.clipboardData) insert(view, event.clipboardData);
                return true;
              },
              drop(view, event) {
                // Moving a part of the text stays with ProseMirror.
                if (view.dragging) return false;
                event.preventDefault();
                const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
                if (!event.dataTransfer || !place) return true;
                view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(place.pos))));
                insert(view, event.dataTransfer);
                view.focus();
                return true;
              },
            },
          },
        }),
      ];
    },
  });
}
