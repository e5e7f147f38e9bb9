import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { type EditorAction, type EditorRequest, findBlocks, runAction } from './actions.ts';

/** The open "/" menu. */
export interface SlashMenu {
  /** The position of the slash. */
  from: number;
  query: string;
  index: number;
}

interface SlashState {
  menu: SlashMenu | undefined;
  /** The position of a slash whose menu was closed with Escape. */
  dismissed: number | undefined;
}

type Step = { kind: 'move'; index: number } | { kind: 'dismiss' };

const key = new PluginKey<SlashState>('slashMenu');

export const slashListId = 'slash-menu';
export const getOptionId = (index: number) => `${slashListId}-${index}`;

export function getSlashMenu({ state }: Editor): SlashMenu | undefined {
  return key.getState(state)?.menu;
}

/** Returns the slash and what was typed after it, if the caret is at the end of a paragraph that begins with a slash. */
function readSlash({ selection }: EditorState): Omit<SlashMenu, 'index'> | undefined {
  const { $from, empty } = selection;
  const { parent } = $from;
  if (!empty || $from.depth !== 1 || parent.type.name !== 'paragraph') return undefined;
  if ($from.parentOffset !== parent.content.size || parent.content.size > 24) return undefined;
  const [, query] = /^\/([\p{L}\p{N} ]*)$/u.exec(parent.textContent) ?? [];
  return query === undefined ? undefined : { from: $from.start(), query };
}

/** Runs an action in place of the typed slash. */
export function chooseBlock(editor: Editor, action: EditorAction, ask: (request: EditorRequest) => void): void {
  const menu = getSlashMenu(editor);
  if (!menu) return;
  editor.chain().focus().deleteRange({ from: menu.from, to: editor.state.selection.from }).run();
  runAction(editor, action, ask);
}

/** A slash at the start of an empty paragraph opens a menu of blocks. The focus stays in the text. */
export function createSlashMenu(ask: (request: EditorRequest) => void) {
  return Extension.create({
    name: 'slashMenu',
    priority: 200, // its keys come before those of lists
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin<SlashState>({
          key,
          state: {
            init: () => ({ menu: undefined, dismissed: undefined }),
            // biome-ignore lint/complexity/useMaxParams: the signature of ProseMirror
            apply: (transaction, before, _, state) => reduce(before, state, transaction.getMeta(key)),
          },
          props: {
            handleKeyDown: (view, event) => {
              const menu = key.getState(view.state)?.menu;
              if (!menu || event.isComposing) return false;
              return handleKey({ editor, menu, event, ask });
            },
          },
        }),
      ];
    },
  });
}

function reduce(before: SlashState, state: EditorState, step: Step | undefined): SlashState {
  const slash = readSlash(state);
  if (!slash) return before.menu || before.dismissed !== undefined ? { menu: undefined, dismissed: undefined } : before;
  const isDismissed = before.dismissed === slash.from || step?.kind === 'dismiss';
  if (isDismissed) return { menu: undefined, dismissed: slash.from };
  const { menu } = before;
  const isSame = menu?.from === slash.from && menu.query === slash.query;
  if (step?.kind === 'move') return { menu: { ...slash, index: step.index }, dismissed: undefined };
  return isSame ? before : { menu: { ...slash, index: 0 }, dismissed: undefined };
}

/** Returns the attributes of the text: while the menu is open, those of a combobox that names the active option. */
export function describeMenu(state: EditorState): Record<string, string> {
  const menu = key.getState(state)?.menu;
  if (!menu) return { role: 'textbox', 'aria-multiline': 'true' };
  const isEmpty = findBlocks(menu.query).length === 0;
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-expanded': 'true',
    'aria-controls': slashListId,
    ...(!isEmpty && { 'aria-activedescendant': getOptionId(menu.index) }),
  };
}

interface KeyPress {
  editor: Editor;
  menu: SlashMenu;
  event: KeyboardEvent;
  ask: (request: EditorRequest) => void;
}

function handleKey({ editor, menu, event, ask }: KeyPress): boolean {
  const found = findBlocks(menu.query);
  const send = (step: Step) => {
    editor.view.dispatch(editor.state.tr.setMeta(key, step));
    return true;
  };
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (step !== undefined && found.length > 0) {
    return send({ kind: 'move', index: (menu.index + step + found.length) % found.length });
  }
  if (event.key === 'Escape') {
    event.stopPropagation(); // in the editor of the item, the key closes the writer
    return send({ kind: 'dismiss' });
  }
  const chosen = found[menu.index];
  if (event.key !== 'Enter' || !chosen) return false;
  chooseBlock(editor, chosen, ask);
  return true;
}
