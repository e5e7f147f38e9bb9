import { type Editor, Extension } from '@tiptap/core';
import { GapCursor } from '@tiptap/pm/gapcursor';
import { type Command, TextSelection } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  selectedRect,
  tableEditing,
} from '@tiptap/pm/tables';
import { createNumberCells } from './number-cells.ts';

const roles: Record<string, { tableRole: string }> = {
  table: { tableRole: 'table' },
  tableRow: { tableRole: 'row' },
  tableCell: { tableRole: 'cell' },
};

/** Attributes that prosemirror-tables needs. They are never stored, because a table has no merged cells. */
const cellAttributes = {
  colspan: { default: 1, rendered: false, parseHTML: () => 1 },
  rowspan: { default: 1, rendered: false, parseHTML: () => 1 },
  colwidth: { default: null, rendered: false, parseHTML: () => null },
};

export const unstoredAttributes: readonly string[] = Object.keys(cellAttributes);

function run(editor: Editor, command: Command): boolean {
  return command(editor.state, editor.view.dispatch, editor.view);
}

/** Rows and columns, and the keys in a table. There is no resizing of columns, which would write inline styles. */
export const TableEditing = Extension.create({
  name: 'tableEditing',
  extendNodeSchema: ({ name }) => roles[name] ?? {},
  addGlobalAttributes: () => [{ types: ['tableCell'], attributes: cellAttributes }],
  addProseMirrorPlugins: () => [tableEditing(), createNumberCells()],
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      Tab: () => run(editor, goToNextCell(1)) || (editor.isActive('table') && addRow(editor)),
      'Shift-Tab': () => run(editor, goToNextCell(-1)),
      Enter: () => goDown(editor),
      ArrowUp: () => leaveTable(editor, 'up'),
      ArrowDown: () => leaveTable(editor, 'down'),
    };
  },
});

function addRow(editor: Editor): boolean {
  return run(editor, addRowAfter) && run(editor, goToNextCell(1));
}

/** Goes to the cell below, as in a spreadsheet, and from the last row to the paragraph below the table. */
function goDown({ state, view, schema }: Editor): boolean {
  if (!isInTable(state)) return false;
  const { map, table, tableStart, bottom, left } = selectedRect(state);
  const { tr, doc } = state;
  const end = tableStart + table.content.size + 1;
  const { paragraph } = schema.nodes;
  if (bottom < map.height) {
    const cell = tableStart + map.positionAt(bottom, left, table);
    const cellEnd = cell + (doc.nodeAt(cell)?.nodeSize ?? 0);
    tr.setSelection(TextSelection.near(doc.resolve(cellEnd - 1), -1));
  } else {
    if (paragraph && doc.nodeAt(end)?.type !== paragraph) tr.insert(end, paragraph.create());
    tr.setSelection(TextSelection.near(tr.doc.resolve(end)));
  }
  view.dispatch(tr.scrollIntoView());
  return true;
}

/** Puts the caret beside a table where there is no text to go to: before a first table, or between two. */
function leaveTable({ state, view }: Editor, direction: 'up' | 'down'): boolean {
  const { selection, doc, tr } = state;
  const { $head, empty } = selection;
  if (!(selection instanceof TextSelection && empty) || $head.node(1).type.name !== 'table') return false;
  const isUp = direction === 'up';
  const isAtEdge = [1, 3].every((depth) => $head.index(depth) === (isUp ? 0 : $head.node(depth).childCount - 1));
  if (!isAtEdge || !view.endOfTextblock(direction)) return false;
  const $outside = doc.resolve(isUp ? $head.before(1) : $head.after(1));
  const neighbour = isUp ? $outside.nodeBefore : $outside.nodeAfter;
  if (neighbour && !neighbour.isAtom && neighbour.type.name !== 'table') return false;
  view.dispatch(tr.setSelection(new GapCursor($outside)).scrollIntoView());
  return true;
}

/** The actions in a table, for its toolbar. */
export const tableActions = [
  { name: 'add-row', label: 'Add row', run: (editor: Editor) => run(editor, addRowAfter) },
  { name: 'add-column', label: 'Add column', run: (editor: Editor) => run(editor, addColumnAfter) },
  { name: 'delete-row', label: 'Remove row', run: (editor: Editor) => run(editor, deleteRow) },
  { name: 'delete-column', label: 'Remove column', run: (editor: Editor) => run(editor, deleteColumn) },
  { name: 'delete-table', label: 'Remove table', run: (editor: Editor) => run(editor, deleteTable) },
];

/** Returns a new table, with its first row as the header. */
export function createTable(editor: Editor, { rows = 3, columns = 3 } = {}) {
  const { table, tableRow, tableCell } = editor.schema.nodes;
  if (!table || !tableRow || !tableCell) throw new Error('The document has no tables.');
  const createRow = () =>
    tableRow.createChecked(
      null,
      Array.from({ length: columns }, () => tableCell.createAndFill()).flatMap((cell) => cell ?? []),
    );
  return table.createChecked(null, Array.from({ length: rows }, createRow));
}
