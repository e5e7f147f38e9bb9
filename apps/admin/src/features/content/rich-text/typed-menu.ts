import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';

/** The typed text that asks for a menu. */
interface TypedQuery {
  /** The position of its first character. */
  from: number;
  query: string;
}

/** The typed text that opens a menu, and the options of the menu. */
export interface MenuTrigger<Option> {
  label: string;
  read: (state: EditorState) => TypedQuery | undefined;
  find: (query: string) => readonly Option[];
  /** The keys that choose the active option. */
  keys: readonly string[];
}

/** An open menu. */
export interface TypedMenu<Option> extends TypedQuery {
  trigger: MenuTrigger<Option>;
  options: readonly Option[];
  index: number;
}

interface MenuState {
  menu: TypedMenu<unknown> | undefined;
  /** The position of a query whose menu was closed. */
  dismissed: number | undefined;
}

interface MenuOptions<Option> {
  triggers: readonly MenuTrigger<Option>[];
  choose: (editor: Editor, option: Option) => void;
}

const closed: MenuState = { menu: undefined, dismissed: undefined };

type Step = { kind: 'move'; index: number } | { kind: 'dismiss' };

const key = new PluginKey<MenuState>('typedMenu');

export const menuListId = 'typed-menu';
export const getOptionId = (index: number) => `${menuListId}-${index}`;

export function getTypedMenu<Option>({ state }: Editor): TypedMenu<Option> | undefined {
  return key.getState(state)?.menu as TypedMenu<Option> | undefined;
}

/** Deletes the typed text, so that an option can take its place. Returns false if there is no menu. */
export function deleteQuery(editor: Editor): boolean {
  const menu = getTypedMenu(editor);
  return menu ? editor.chain().focus().deleteRange({ from: menu.from, to: editor.state.selection.from }).run() : false;
}

/** A menu that opens where a trigger is typed. The focus stays in the text. An editor has one such menu. */
export function createTypedMenu<Option>({ triggers, choose }: MenuOptions<Option>) {
  const reduce = (before: MenuState, transaction: Transaction, state: EditorState): MenuState => {
    const trigger = triggers.find(({ read }) => read(state));
    const typed = trigger?.read(state);
    if (!trigger || !typed) return closed;
    const step: Step | undefined = transaction.getMeta('blur') ? { kind: 'dismiss' } : transaction.getMeta(key);
    if (before.dismissed === typed.from || step?.kind === 'dismiss') return { menu: undefined, dismissed: typed.from };
    const { menu } = before;
    if (step?.kind === 'move' && menu) return { menu: { ...menu, index: step.index }, dismissed: undefined };
    if (menu?.from === typed.from && menu.query === typed.query) return before;
    return { menu: { ...typed, trigger, options: trigger.find(typed.query), index: 0 }, dismissed: undefined };
  };
  return Extension.create({
    name: 'typedMenu',
    priority: 200, // its keys come before those of lists
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin<MenuState>({
          key,
          state: {
            init: () => closed,
            // biome-ignore lint/complexity/useMaxParams: the signature of ProseMirror
            apply: (transaction, before, _, state) => reduce(before, transaction, state),
          },
          props: {
            handleKeyDown(_, event) {
              const menu = getTypedMenu<Option>(editor);
              if (!menu || event.isComposing) return false;
              return handleKey({
                editor,
                menu,
                event,
                choose: menu.trigger.keys.includes(event.key) ? choose : undefined,
              });
            },
          },
        }),
      ];
    },
  });
}

/** Returns the attributes of the text: while the menu is open, those of a combobox that names the active option. */
export function describeMenu(state: EditorState, { isMultiline }: { isMultiline: boolean }): Record<string, string> {
  const menu = key.getState(state)?.menu;
  if (!menu) return { role: 'textbox', 'aria-multiline': String(isMultiline) };
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-expanded': 'true',
    'aria-controls': menuListId,
    ...(menu.options.length > 0 && { 'aria-activedescendant': getOptionId(menu.index) }),
  };
}

interface KeyPress<Option> {
  editor: Editor;
  menu: TypedMenu<Option>;
  event: KeyboardEvent;
  /** Undefined for keys that choose nothing. */
  choose: MenuOptions<Option>['choose'] | undefined;
}

function handleKey<Option>({ editor, menu, event, choose }: KeyPress<Option>): boolean {
  const { options, index } = menu;
  const send = (step: Step) => {
    editor.view.dispatch(editor.state.tr.setMeta(key, step));
    return true;
  };
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (step !== undefined && options.length > 0) {
    return send({ kind: 'move', index: (index + step + options.length) % options.length });
  }
  if (event.key === 'Escape') {
    event.stopPropagation(); // the key would close the editor of the item
    return send({ kind: 'dismiss' });
  }
  const chosen = options[index];
  if (!choose || chosen === undefined) return false;
  choose(editor, chosen);
  return true;
}
