/** Two texts, or the parts of them that differ. */
export interface ChangedTexts {
  before: string;
  after: string;
}

/** Unchanged characters shown beside a change, so that readers recognise the sentence. */
const contextCharacters = 20;

/**
 * Returns the sentences that differ between two texts, or both texts if they are short lines. Their common parts are the
 * same on both sides, so that a comparison of the excerpts marks only the changes.
 *
 * @param characters the maximum length of each side, apart from the marks of omission
 */
export function excerptChange(before: string, after: string, characters: number): ChangedTexts {
  const isShort = getLength({ before, after }) <= characters;
  if (isShort && !`${before}${after}`.includes('\n')) return { before, after };
  const changes = findChangedSentences(splitSentences(before), splitSentences(after));
  const shown = takeFirst(changes, characters);
  const [first] = shown;
  const start = first?.isFirst === false ? '… ' : '';
  if (shown.length === 1 && first && getLength(first) > characters) {
    const end = first.isLast && changes.length === 1 ? '' : ' …';
    return mapTexts(
      cutChange(first, characters),
      (text) => (text.startsWith('…') ? '' : start) + text + (text.endsWith('…') ? '' : end),
    );
  }
  const isEnd = shown.length === changes.length && shown.at(-1)?.isLast;
  const join = (side: keyof ChangedTexts) => shown.map((change) => change[side].trim()).join(' … ');
  return mapTexts({ before: join('before'), after: join('after') }, (text) => start + text + (isEnd ? '' : ' …'));
}

const mapTexts = ({ before, after }: ChangedTexts, change: (text: string) => string): ChangedTexts => ({
  before: change(before),
  after: change(after),
});

interface SentenceChange extends ChangedTexts {
  /** At the beginning of the texts. */
  isFirst: boolean;
  /** At the end of the texts. */
  isLast: boolean;
}

const getLength = ({ before, after }: ChangedTexts) => Math.max(before.length, after.length);

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

function splitSentences(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Returns the runs of sentences that differ. */
function findChangedSentences(before: readonly string[], after: readonly string[]): SentenceChange[] {
  const start = countCommon(before, after);
  const end = Math.min(
    countCommon(before.toReversed(), after.toReversed()),
    Math.min(before.length, after.length) - start,
  );
  const [old, current] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const common = findCommonSentences(old, current);
  const stops = [...common, [old.length, current.length] as const];
  let [oldPlace, place] = [0, 0];
  const changes = stops.flatMap(([oldStop, stop]) => {
    const change = {
      before: old.slice(oldPlace, oldStop).join(''),
      after: current.slice(place, stop).join(''),
      isFirst: start === 0 && oldPlace === 0 && place === 0,
      isLast: end === 0 && oldStop === old.length && stop === current.length,
    };
    [oldPlace, place] = [oldStop + 1, stop + 1];
    return change.before.trim() === '' && change.after.trim() === '' ? [] : [change];
  });
  return changes.length > 0 ? changes : [{ before: '', after: '', isFirst: false, isLast: false }];
}

/** Returns with how many texts both lists begin. */
function countCommon(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((text, place) => text !== other[place]);
  return index === -1 ? one.length : index;
}

/** More sentences on both sides are compared as a whole. */
const maxPairs = 250_000;

/** Returns the places of the sentences that both texts have in the same order, as many as possible. */
function findCommonSentences(one: readonly string[], other: readonly string[]): (readonly [number, number])[] {
  if (one.length * other.length > maxPairs) return [];
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint32Array(other.length + 1));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = one.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--)
      lengths[row]?.set(
        [one[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))],
        column,
      );
  const common: (readonly [number, number])[] = [];
  let [row, column] = [0, 0];
  while (row < one.length && column < other.length) {
    if (one[row] === other[column]) common.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return common;
}

/** Returns the first changes that fit, at least one. */
function takeFirst(changes: readonly SentenceChange[], characters: number): readonly SentenceChange[] {
  let used = 0;
  const count = changes.findIndex((change) => {
    used += getLength(change);
    return used > characters;
  });
  return changes.slice(0, count === -1 ? changes.length : Math.max(count, 1));
}

/** Cuts both sides to the part around their difference. Both end with the same unchanged characters. */
function cutChange(change: ChangedTexts, characters: number): ChangedTexts {
  // Characters instead of code units, which would cut an emoji in two.
  const [before, after] = [[...change.before.trim()], [...change.after.trim()]];
  const same = countCommon(before, after);
  const sameEnd = countCommon(before.slice(same).reverse(), after.slice(same).reverse());
  const start = same > contextCharacters ? before.lastIndexOf(' ', same - contextCharacters) + 1 : 0;
  const changed = Math.max(before.length, after.length) - sameEnd - start;
  const omitted = sameEnd - Math.min(sameEnd, Math.max(characters - changed, 0));
  const cut = (text: readonly string[]) => {
    const end = Math.min(text.length - omitted, start + characters);
    return `${start > 0 ? '… ' : ''}${text.slice(start, end).join('')}${end < text.length ? '…' : ''}`;
  };
  return { before: cut(before), after: cut(after) };
}
