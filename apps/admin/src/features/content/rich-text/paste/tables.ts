/** More columns or rows than a text has room for. A pasted number may be anything. */
const maxSpan = 50;

/** Splits merged cells, which rich text does not have. The text stays in the first one, and the others are empty. */
export function splitMergedCells(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    // The number of rows that a cell above still covers, by column.
    const covered: number[] = [];
    for (const row of table.rows) splitRow(row, covered);
  }
}

function splitRow(row: HTMLTableRowElement, covered: number[]): void {
  let column = 0;
  const skipCovered = (before: Element | null) => {
    while ((covered[column] ?? 0) > 0) {
      covered[column] = (covered[column] ?? 0) - 1;
      row.insertBefore(row.ownerDocument.createElement('td'), before);
      column += 1;
    }
  };
  for (const cell of [...row.cells]) {
    skipCovered(cell);
    const [columns, rows] = [readSpan(cell, 'colspan'), readSpan(cell, 'rowspan')];
    for (let count = 0; count < columns; count += 1) {
      if (count > 0) row.insertBefore(row.ownerDocument.createElement(cell.localName), cell.nextSibling);
      covered[column] = rows - 1;
      column += 1;
    }
  }
  skipCovered(null);
}

function readSpan(cell: Element, name: 'colspan' | 'rowspan'): number {
  const span = Number.parseInt(cell.getAttribute(name) ?? '', 10);
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), maxSpan);
}
