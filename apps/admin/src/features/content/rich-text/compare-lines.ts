import type { TextNode } from '@threadline/schema/rich-text/rich-text';
import { diffArrays } from 'diff';

/** How a part differs from an earlier version. `formatted` is the same text in another format. */
export type Difference = 'added' | 'removed' | 'formatted';

/** A run of text, or a block, of two versions in one. */
export interface ComparedText {
  type: 'text';
  text: string;
  marks: NonNullable<TextNode['marks']>;
  difference?: Difference | undefined;
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export const toText = ({ text, marks = [] }: TextNode, difference?: Difference): ComparedText => ({
  ...{ type: 'text', text, marks },
  difference,
});

/** Returns a line of two versions, term by term. */
export function compareLines(before: readonly TextNode[], after: readonly TextNode[]): ComparedText[] {
  const [old, current] = [before.flatMap(splitTerms), after.flatMap(splitTerms)];
  const runs = diffArrays(old, current, { comparator: (one, other) => one.text === other.text });
  let [oldPlace, place] = [0, 0];
  const compared = runs.flatMap(({ value, added, removed }) => {
    const [was, is] = [old.slice(oldPlace, oldPlace + value.length), current.slice(place, place + value.length)];
    if (!added) oldPlace += value.length;
    if (!removed) place += value.length;
    if (removed) return was.map((term) => toText(term, 'removed'));
    if (added) return is.map((term) => toText(term, 'added'));
    const isFormatted = (term: TextNode, index: number) => !isSame(was[index]?.marks ?? [], term.marks ?? []);
    return is.map((term, index) => toText(term, isFormatted(term, index) ? 'formatted' : undefined));
  });
  return joinTexts(bridgeGaps(compared));
}

function splitTerms({ text, marks }: TextNode): TextNode[] {
  const terms = text.match(/\s+|[\p{L}\p{M}\p{N}]+(?:['’.,-][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];
  return terms.map((term) => ({ type: 'text', text: term, ...(marks && { marks }) }));
}

/** Changes with only a space between them are one change: first all that was removed, then all that was added. */
function bridgeGaps(terms: readonly ComparedText[]): ComparedText[] {
  const isChange = (term: ComparedText | undefined) => term?.difference === 'added' || term?.difference === 'removed';
  const isGap = (index: number) =>
    terms[index]?.difference === undefined &&
    terms[index]?.text.trim() === '' &&
    isChange(terms[index - 1]) &&
    isChange(terms[index + 1]);
  const bridged: ComparedText[] = [];
  let change: ComparedText[] = [];
  const flush = () => {
    bridged.push(...change.filter(({ difference }) => difference === 'removed'));
    bridged.push(...change.filter(({ difference }) => difference === 'added'));
    change = [];
  };
  for (const [index, term] of terms.entries()) {
    if (isChange(term)) change.push(term);
    else if (isGap(index)) change.push({ ...term, difference: 'removed' }, { ...term, difference: 'added' });
    else {
      flush();
      bridged.push(term);
    }
  }
  flush();
  return bridged;
}

function joinTexts(terms: readonly ComparedText[]): ComparedText[] {
  const joined: ComparedText[] = [];
  for (const term of terms) {
    const last = joined.at(-1);
    if (last && last.difference === term.difference && isSame(last.marks, term.marks)) last.text += term.text;
    else joined.push({ ...term });
  }
  return joined;
}
