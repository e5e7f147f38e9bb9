import { type BlockNode, listTextNodes, type RichTextNode } from './rich-text.ts';

const hasText = (node: RichTextNode) => [...listTextNodes(node)].some(({ text }) => text.trim() !== '');

/** Returns whether a row of a table has no text, so that the site leaves it out. */
export function isEmptyRow(row: RichTextNode): boolean {
  return !hasText(row);
}

/** Returns the rows that the site shows. A table whose first row is empty has no headings. */
export function listTableRows({ content = [] }: BlockNode): { head: BlockNode | undefined; rows: BlockNode[] } {
  const [head, ...rows] = content.filter((row): row is BlockNode => row.type !== 'text');
  return {
    head: head && !isEmptyRow(head) ? head : undefined,
    rows: rows.filter((row) => !isEmptyRow(row)),
  };
}
