import type { TextVariables } from '@threadline/schema/primitives/text-variables';
import type { Editor } from '@tiptap/core';
import type { EditorState } from '@tiptap/pm/state';
import { createVariableTrigger } from '../variable-text/variable-menu.ts';
import { createVariableAction, type EditorAction, type EditorRequest, findBlocks, runAction } from './actions.ts';
import { createTypedMenu, deleteQuery } from './typed-menu.ts';

const maxQueryLength = 23;

/** Returns the slash and what was typed after it, if the paragraph begins with a slash and the caret follows that text. */
function readSlash({ selection }: EditorState) {
  const { $from, empty } = selection;
  const { parent } = $from;
  if (!empty || $from.depth !== 1 || parent.type.name !== 'paragraph') return undefined;
  if ($from.parentOffset > maxQueryLength + 1) return undefined;
  const typed = parent.textBetween(0, $from.parentOffset, undefined, ' ');
  const [, query] = /^\/([\p{L}\p{N} ]*)$/u.exec(typed) ?? [];
  return query === undefined ? undefined : { from: $from.start(), query };
}

/** Runs an action in place of the typed slash. */
export function chooseBlock(editor: Editor, action: EditorAction, ask: (request: EditorRequest) => void): void {
  if (deleteQuery(editor)) runAction(editor, action, ask);
}

/** A slash at the start of a paragraph opens a menu of blocks and variables, and a brace one of the variables. */
export function createSlashMenu(ask: (request: EditorRequest) => void, variables: TextVariables) {
  const variableActions = Object.entries(variables).map(createVariableAction);
  return createTypedMenu<EditorAction>({
    triggers: [
      { label: 'Blocks', read: readSlash, find: (query) => findBlocks(query, variableActions), keys: ['Enter'] },
      createVariableTrigger(variables, createVariableAction),
    ],
    choose: (editor, action) => chooseBlock(editor, action, ask),
  });
}
