import type { BlockNode, RichText, RichTextNode, TextNode } from '@threadline/schema/rich-text/rich-text';
import { getPlainText } from '@threadline/schema/rich-text/to-text';
import { diffArrays } from 'diff';
import { type ComparedText, compareLines, type Difference, isSame, toText } from './compare-lines.ts';

export interface ComparedBlock {
  type: BlockNode['type'];
  attrs?: Record<string, unknown> | undefined;
  /** Set for a block that is only in one version. */
  difference?: Difference | undefined;
  content: ComparedNode[];
}
export type ComparedNode = ComparedText | ComparedBlock;

type Attributes = Record<string, unknown> | undefined;
const getAttributes = (block: BlockNode): Attributes => ('attrs' in block ? block.attrs : undefined);

/** Returns two versions of a text as one, with what was added, removed and formatted. */
export function compareDocuments(before: RichText, after: RichText): ComparedNode[] {
  return compareNodes(before.content, after.content);
}

function compareNodes(before: readonly RichTextNode[], after: readonly RichTextNode[]): ComparedNode[] {
  if ([...before, ...after].some(({ type }) => type === 'text'))
    return compareLines(before.filter(isText), after.filter(isText));
  return compareBlocks(before.filter(isBlock), after.filter(isBlock));
}

const isText = (node: RichTextNode): node is TextNode => node.type === 'text';
const isBlock = (node: RichTextNode): node is BlockNode => node.type !== 'text';

/** Blocks that are equal stay; of the others, those that resemble each other are compared. */
function compareBlocks(before: readonly BlockNode[], after: readonly BlockNode[]): ComparedNode[] {
  const runs = diffArrays([...before], [...after], { comparator: isSame });
  const compared: ComparedNode[] = [];
  let removed: BlockNode[] = [];
  const flush = (added: readonly BlockNode[]) => {
    compared.push(...pairBlocks(removed, added));
    removed = [];
  };
  for (const { value, added, removed: isRemoved } of runs) {
    if (isRemoved) removed.push(...value);
    else if (added) flush(value);
    else {
      flush([]);
      compared.push(...value.map((block) => mark(block, undefined)));
    }
  }
  flush([]);
  return compared;
}

type Grid = readonly (readonly number[])[];
const at = (grid: Grid, row: number, column: number) => grid[row]?.[column] ?? 0;

/** Pairs blocks of the same kind in their order, as similar as possible, and compares each pair. */
function pairBlocks(before: readonly BlockNode[], after: readonly BlockNode[]): ComparedNode[] {
  const similarity = before.map((old) => after.map((current) => getSimilarity(old, current)));
  const best = findBestTotals(similarity, after.length);
  const pairFrom = (row: number, column: number): ComparedNode[] => {
    const [old, current] = [before[row], after[column]];
    if (old && current && isBestPair({ similarity, best }, row, column))
      return [...comparePair(old, current), ...pairFrom(row + 1, column + 1)];
    if (old && (!current || at(best, row + 1, column) >= at(best, row, column + 1)))
      return [mark(old, 'removed'), ...pairFrom(row + 1, column)];
    return current ? [mark(current, 'added'), ...pairFrom(row, column + 1)] : [];
  };
  return pairFrom(0, 0);
}

/** Returns for each place the best total similarity of the blocks from there on. */
function findBestTotals(similarity: Grid, columns: number): Grid {
  const best = Array.from({ length: similarity.length + 1 }, () => Array.from({ length: columns + 1 }, () => 0));
  for (const [row, scores] of [...similarity.entries()].reverse()) {
    for (const [column, score] of [...scores.entries()].reverse()) {
      const paired = score > 0 ? score + at(best, row + 1, column + 1) : 0;
      best[row]?.splice(column, 1, Math.max(paired, at(best, row + 1, column), at(best, row, column + 1)));
    }
  }
  return best;
}

function isBestPair({ similarity, best }: { similarity: Grid; best: Grid }, row: number, column: number): boolean {
  const score = at(similarity, row, column);
  return score > 0 && score + at(best, row + 1, column + 1) >= at(best, row, column);
}

/** Less than this share of common terms, and a text is another one. */
const minSimilarity = 0.3;

/** Returns how similar two blocks are: 0 if they cannot be compared, otherwise up to 1. */
function getSimilarity(one: BlockNode, other: BlockNode): number {
  if (one.type !== other.type) return 0;
  // A row and its cells are compared in their place.
  if (one.type === 'tableRow' && isSame(one.content, other.content)) return 1;
  const [first, second] = [one, other].map((block) => new Set(getPlainText(block).toLowerCase().split(/\s+/)));
  if (!first || !second) return 0;
  const common = [...first].filter((term) => second.has(term)).length;
  const share = common / Math.max(first.size, second.size);
  return share >= minSimilarity ? share : 0;
}

function comparePair(before: BlockNode, after: BlockNode): ComparedNode[] {
  const [old, current] = [getAttributes(before), getAttributes(after)];
  // Pictures, videos and numbers have no text of their own.
  if (!after.content && !before.content && !isSame(old, current))
    return [mark(before, 'removed'), mark(after, 'added')];
  const content =
    after.type === 'tableRow'
      ? compareCells(before.content ?? [], after.content ?? [])
      : compareNodes(before.content ?? [], after.content ?? []);
  const difference = isSame(old, current) ? undefined : 'formatted';
  return [{ type: after.type, attrs: current, difference, content }];
}

/** The cells of a row keep their columns. */
function compareCells(before: readonly RichTextNode[], after: readonly RichTextNode[]): ComparedNode[] {
  const [old, current] = [before.filter(isBlock), after.filter(isBlock)];
  return Array.from({ length: Math.max(old.length, current.length) }, (_, column) => {
    const [one, other] = [old[column], current[column]];
    if (one && other) return { type: 'tableCell', content: compareCell(one.content ?? [], other.content ?? []) };
    return one ? mark(one, 'removed') : mark(other as BlockNode, 'added');
  });
}

/** The lines of a cell are short: a single one is compared, however different it is. */
function compareCell(before: readonly RichTextNode[], after: readonly RichTextNode[]): ComparedNode[] {
  const [one, other] = [before.find(isBlock), after.find(isBlock)];
  const isLine = one && other && before.length === 1 && after.length === 1;
  return isLine ? comparePair(one, other) : compareNodes(before, after);
}

/** Returns a block of one version, with all of its text. */
function mark(block: BlockNode, difference: Difference | undefined): ComparedBlock {
  const content = (block.content ?? []).map((part) =>
    part.type === 'text' ? toText(part, difference) : mark(part, difference),
  );
  return { type: block.type, attrs: getAttributes(block), difference, content };
}
