import { findNumberColumns } from '@threadline/schema/content/number-columns';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Returns a plugin that aligns the columns of numbers in tables as the site does. */
export function createNumberCells() {
  return new Plugin<DecorationSet>({
    state: {
      init: (_, { doc }) => decorate(doc),
      apply: ({ docChanged, doc }, before) => (docChanged ? decorate(doc) : before),
    },
    props: {
      decorations(state) {
        return this.getState(state);
      },
    },
  });
}

function decorate(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.forEach((table, tableStart) => {
    if (table.type.name !== 'table') return;
    const [, ...rows] = table.children.map((row) => row.children.map(({ textContent }) => textContent));
    const isNumber = findNumberColumns(rows.filter((cells) => cells.some((text) => text.trim() !== '')));
    table.forEach((row, rowStart) => {
      row.forEach((cell, cellStart, column) => {
        const start = tableStart + rowStart + cellStart + 2;
        if (isNumber[column]) found.push(Decoration.node(start, start + cell.nodeSize, { 'data-number': '' }));
      });
    });
  });
  return DecorationSet.create(doc, found);
}
