import {
  IconAlertCircle,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPercentage,
  IconPhoto,
  IconPilcrow,
  IconQuote,
  IconTable,
  IconTag,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import type { Variable } from '../variable-text/variable-menu.ts';
import { insertVariable } from '../variable-text/variable-node.ts';
import { endStep } from './history-keys.ts';
import { insertBlock } from './insert-block.ts';
import { createTable } from './table-editing.ts';

/** A block with attributes that are edited in a form. */
export type FormBlock = 'heading' | 'image' | 'video' | 'figure' | 'callout' | 'quote' | 'table';

/** A dialog that the editor opens outside the text. */
export type EditorRequest =
  | { kind: 'link' | 'shortcuts' }
  | { kind: 'form'; block: FormBlock; position: number | undefined };

export interface EditorAction {
  name: string;
  label: string;
  icon: TablerIcon;
  /** In Tiptap's notation. */
  keys?: string;
  /** Characters that do the same at the start of a paragraph. */
  typed?: string;
  /** Other words under which the menu finds it. */
  keywords?: string;
  /** True for actions that the "/" menu offers. */
  isBlock: boolean;
  isActive?: (editor: Editor) => boolean;
  run: (editor: Editor, ask: (request: EditorRequest) => void) => void;
}

const toggleHeading = (level: number) => (editor: Editor) =>
  editor.chain().focus().toggleNode('heading', 'paragraph', { level }).run();

const toggleList = (name: string) => (editor: Editor) => editor.chain().focus().toggleList(name, 'listItem').run();

const isIn = (name: string, attributes?: object) => (editor: Editor) => editor.isActive(name, attributes);

/** The actions of the toolbar in their order, in groups. */
export const actionGroups: EditorAction[][] = [
  [
    {
      name: 'paragraph',
      label: 'Paragraph',
      icon: IconPilcrow,
      keys: 'Mod-Alt-0',
      keywords: 'text',
      isBlock: true,
      isActive: (editor) => editor.state.selection.$from.depth === 1 && editor.isActive('paragraph'),
      run: (editor) => editor.chain().focus().clearNodes().run(),
    },
    {
      name: 'heading-2',
      label: 'Heading',
      icon: IconH2,
      keys: 'Mod-Alt-2',
      typed: '# or ##',
      keywords: 'title h2',
      isBlock: true,
      isActive: isIn('heading', { level: 2 }),
      run: toggleHeading(2),
    },
    {
      name: 'heading-3',
      label: 'Small heading',
      icon: IconH3,
      keys: 'Mod-Alt-3',
      typed: '###',
      keywords: 'subtitle h3',
      isBlock: true,
      isActive: isIn('heading', { level: 3 }),
      run: toggleHeading(3),
    },
  ],
  [
    {
      name: 'bold',
      label: 'Bold',
      icon: IconBold,
      keys: 'Mod-b',
      typed: '**text**',
      isBlock: false,
      isActive: isIn('bold'),
      run: (editor) => editor.chain().focus().toggleMark('bold').run(),
    },
    {
      name: 'italic',
      label: 'Italic',
      icon: IconItalic,
      keys: 'Mod-i',
      typed: '_text_',
      isBlock: false,
      isActive: isIn('italic'),
      run: (editor) => editor.chain().focus().toggleMark('italic').run(),
    },
    {
      name: 'link',
      label: 'Link',
      icon: IconLink,
      keys: 'Mod-k',
      typed: '[text](address)',
      isBlock: false,
      isActive: isIn('link'),
      run: askForLink,
    },
  ],
  [
    {
      name: 'bullet-list',
      label: 'Bulleted list',
      icon: IconList,
      keys: 'Mod-Shift-8',
      typed: '-',
      keywords: 'points ul',
      isBlock: true,
      isActive: isIn('bulletList'),
      run: toggleList('bulletList'),
    },
    {
      name: 'ordered-list',
      label: 'Numbered list',
      icon: IconListNumbers,
      keys: 'Mod-Shift-7',
      typed: '1.',
      keywords: 'steps ol',
      isBlock: true,
      isActive: isIn('orderedList'),
      run: toggleList('orderedList'),
    },
    {
      name: 'quote',
      label: 'Quote',
      icon: IconQuote,
      keys: 'Mod-Shift-b',
      typed: '>',
      keywords: 'citation testimonial',
      isBlock: true,
      isActive: isIn('quote'),
      run: (editor) => editor.chain().focus().toggleWrap('quote').run(),
    },
    {
      name: 'callout',
      label: 'Highlighted box',
      icon: IconAlertCircle,
      keywords: 'note tip warning callout',
      isBlock: true,
      isActive: isIn('callout'),
      run: (editor) => editor.chain().focus().toggleWrap('callout').run(),
    },
  ],
  [
    {
      name: 'image',
      label: 'Image',
      icon: IconPhoto,
      keywords: 'picture photo illustration',
      isBlock: true,
      isActive: isIn('image'),
      run: (_, ask) => ask({ kind: 'form', block: 'image', position: undefined }),
    },
    {
      name: 'video',
      label: 'Video',
      icon: IconVideo,
      keywords: 'youtube vimeo movie',
      isBlock: true,
      isActive: isIn('video'),
      run: (_, ask) => ask({ kind: 'form', block: 'video', position: undefined }),
    },
    {
      name: 'figure',
      label: 'Big number',
      icon: IconPercentage,
      keywords: 'figure stat metric',
      isBlock: true,
      isActive: isIn('figure'),
      run: (_, ask) => ask({ kind: 'form', block: 'figure', position: undefined }),
    },
    {
      name: 'table',
      label: 'Table',
      icon: IconTable,
      keywords: 'grid rows columns',
      isBlock: true,
      isActive: isIn('table'),
      run: insertTable,
    },
  ],
];

export const actions = actionGroups.flat();

/** For texts with variables. */
export const openVariables: EditorAction = {
  name: 'variables',
  label: 'Value filled in by the site',
  icon: IconTag,
  typed: '{',
  isBlock: false,
  run: openVariableMenu,
};

/** Returns the action that inserts a variable. */
export function createVariableAction([name, meaning]: Variable): EditorAction {
  return {
    name: `variable-${name}`,
    label: meaning,
    icon: IconTag,
    keywords: name,
    isBlock: true,
    run: (editor) => insertVariable(editor, name),
  };
}

/** With the open list of pages. */
const linkFormHeightPx = 440;

/** Opens the form of a link below the selected text, which is scrolled to where the form and its list have room. */
function askForLink({ view, state }: Editor, ask: (request: EditorRequest) => void): void {
  const { node } = view.domAtPos(state.selection.from);
  const element = node instanceof Element ? node : node.parentElement;
  const roomPx = window.innerHeight - view.coordsAtPos(state.selection.to).bottom;
  if (roomPx < linkFormHeightPx) element?.scrollIntoView({ block: 'start' });
  ask({ kind: 'link' });
}

/** Types the brace that opens the menu of variables. A selected image stays: the brace is typed in the text after it. */
function openVariableMenu(editor: Editor): void {
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      const { selection } = tr;
      if (selection instanceof NodeSelection && selection.node.isBlock)
        tr.setSelection(TextSelection.near(selection.$to));
      tr.insertText('{');
      return true;
    })
    .run();
}

function insertTable(editor: Editor): void {
  if (!editor.isActive('table')) insertBlock(editor, createTable(editor));
}

/** Runs an action as a step of its own in the history. Returns true: the key that ran it was handled. */
export function runAction(editor: Editor, action: EditorAction, ask: (request: EditorRequest) => void): true {
  endStep(editor);
  action.run(editor, ask);
  return true;
}

/** The blocks of the "/" menu, those that are used most first. */
const menuOrder = [
  'heading-2',
  'heading-3',
  'bullet-list',
  'ordered-list',
  'image',
  'table',
  'quote',
  'callout',
  'video',
  'figure',
  'paragraph',
];

/** Returns the blocks that match what was typed after the slash. Names that begin with it come first. */
export function findBlocks(query: string, variableActions: readonly EditorAction[] = []): EditorAction[] {
  const wanted = query.trim().toLowerCase();
  const inOrder = menuOrder.flatMap((name) => actions.find((action) => action.name === name) ?? []);
  const blocks = [...inOrder, ...variableActions];
  const begins = ({ label }: EditorAction) => label.toLowerCase().startsWith(wanted);
  const matches = ({ label, keywords = '' }: EditorAction) =>
    `${label} ${keywords}`
      .toLowerCase()
      .split(' ')
      .some((word) => word.startsWith(wanted));
  return [...blocks.filter(begins), ...blocks.filter((block) => !begins(block) && matches(block))];
}
