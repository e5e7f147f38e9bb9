import type { BlockNode, RichText } from './rich-text.ts';

/** A run of blocks of the common text, and what replaces it. */
interface Edit {
  from: number;
  to: number;
  blocks: readonly BlockNode[];
}

/**
 * Merges two edits of a text block by block.
 *
 * @returns undefined if both changed the same place
 */
export function mergeBlocks(base: RichText, mine: RichText, theirs: RichText): RichText | undefined {
  const edits = [...listEdits(base, mine), ...listEdits(base, theirs)].sort(
    (one, other) => one.from - other.from || one.to - other.to,
  );
  const merged: BlockNode[] = [];
  let at = 0;
  for (const [index, edit] of edits.entries()) {
    const before = edits[index - 1];
    if (before && isSameEdit(before, edit)) continue;
    if (before && (edit.from < before.to || edit.from === before.from)) return undefined;
    merged.push(...base.content.slice(at, edit.from), ...edit.blocks);
    at = edit.to;
  }
  return { type: 'doc', content: [...merged, ...base.content.slice(at)] };
}

const isSameEdit = (one: Edit, other: Edit) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the edits that make one text of another, from the longest common sequence of blocks. */
function listEdits(before: RichText, after: RichText): Edit[] {
  const [old, current] = [before.content, after.content];
  const [oldTexts, texts] = [old, current].map((blocks) => blocks.map((block) => JSON.stringify(block))) as [
    string[],
    string[],
  ];
  const lengths = measureCommon(oldTexts, texts);
  const edits: Edit[] = [];
  let edit: { from: number; to: number; blocks: BlockNode[] } | undefined;
  for (let from = 0, to = 0; from < old.length || to < current.length; ) {
    if (from < old.length && to < current.length && oldTexts[from] === texts[to]) {
      edit = undefined;
      from += 1;
      to += 1;
      continue;
    }
    if (!edit) {
      edit = { from, to: from, blocks: [] };
      edits.push(edit);
    }
    const isAdded = to < current.length && (lengths[from]?.[to + 1] ?? 0) >= (lengths[from + 1]?.[to] ?? 0);
    if (isAdded || from >= old.length) edit.blocks.push(current[to++] as BlockNode);
    else edit.to = ++from;
  }
  return edits;
}

/** Returns the length of the longest common sequence from each pair of positions on. */
function measureCommon(one: readonly string[], other: readonly string[]): number[][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  for (let from = one.length - 1; from >= 0; from -= 1) {
    for (let to = other.length - 1; to >= 0; to -= 1) {
      const [row, next] = [lengths[from] as number[], lengths[from + 1] as number[]];
      row[to] = one[from] === other[to] ? (next[to + 1] ?? 0) + 1 : Math.max(next[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  return lengths;
}
