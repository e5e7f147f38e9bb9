import { Text } from '@mantine/core';
import { type Change, diffWordsWithSpace } from 'diff';
import classes from './word-diff.module.css';

/** Two texts as one, with removed and added parts; short values as a whole. Screen readers get a prefix for each part. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  if (before === '' && after === '')
    return (
      <Text span c="dimmed">
        empty
      </Text>
    );
  const parts = diffTexts(before, after);
  return (
    <span className={classes.text}>
      {parts.map(({ id, kind, text }) =>
        kind === 'same' ? <span key={id}>{text}</span> : <Mark key={id} kind={kind} text={text} />,
      )}
      {before !== after && parts.every(({ kind }) => kind === 'same') && (
        <Text span inherit c="dimmed">
          {' '}
          (only {changesLines(before, after) ? 'line breaks' : 'spaces'} changed)
        </Text>
      )}
    </span>
  );
}

/** Returns whether the lines of two texts differ in more than their spaces. */
function changesLines(before: string, after: string): boolean {
  const listLines = (text: string) => text.split('\n').map((line) => line.trim().replace(/\s+/g, ' '));
  return listLines(before).join('\n') !== listLines(after).join('\n');
}

/** A removed or added text. */
export function Mark({ kind, text }: { kind: 'added' | 'removed'; text: string }) {
  const Element = kind === 'added' ? 'ins' : 'del';
  return (
    <Element>
      <span className="visually-hidden">{kind}: </span>
      {text}
    </Element>
  );
}

interface DiffPart {
  id: number;
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Numbers, dates, choices and names of pictures make no sense in parts: "6.8" and "9.9", not "9.9" with an old 6. */
function isWhole(before: string, after: string): boolean {
  const isValue = [before, after].every((text) => !/\s/.test(text) || /^[\d.,:/+%₹$€ -]+$/.test(text));
  return isValue || [before, after].every((text) => pictureName.test(text));
}

const replaceWhole = (before: string, after: string): Run[] => [
  { value: before, removed: before !== after, added: false },
  { value: before === after ? '' : after, removed: false, added: true },
];

type Run = Pick<Change, 'value' | 'added' | 'removed'>;

/** Returns true if two texts share less than a third of the shorter one. */
function isRewritten(runs: readonly Run[]): boolean {
  const count = (isCounted: (run: Run) => boolean) =>
    runs.filter(isCounted).reduce((sum, { value }) => sum + (value.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
  const common = count(({ added, removed }) => !added && !removed);
  const [removed, added] = [count((run) => run.removed), count((run) => run.added)];
  return removed > 0 && added > 0 && common * 3 < common + Math.min(removed, added);
}

/** See `formatPictureName` of the schema. */
const pictureName = /^(?:Illustration|Image): |^$/;

/** Returns the parts of a change. Spaces around it are not marked: a line through a space looks like a minus. */
function mark(kind: 'added' | 'removed', text: string): Omit<DiffPart, 'id'>[] {
  const core = text.trim();
  if (core === '') return kind === 'added' ? [{ kind: 'same', text }] : [];
  const [start = '', end = ''] = text.split(core);
  return [
    { kind: 'same', text: start },
    { kind, text: core },
    { kind: 'same', text: end },
  ];
}

/** Returns the old text, and the new one in a line of its own: their words in turn would be a puzzle. */
const listTexts = (before: string, after: string): DiffPart[] => [
  { id: 0, kind: 'removed', text: before.trim() },
  { id: 1, kind: 'same', text: '\n' },
  { id: 2, kind: 'added', text: after.trim() },
];

function diffTexts(before: string, after: string): DiffPart[] {
  if (isWhole(before, after)) return joinRuns(replaceWhole(before, after));
  const runs = diffWordsWithSpace(before, after);
  return isRewritten(runs) ? listTexts(before, after) : joinRuns(runs);
}

/** Returns the parts of a word diff. Changed words with only a space between them are one change. */
function joinRuns(runs: readonly Run[]): DiffPart[] {
  const parts: Omit<DiffPart, 'id'>[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    // A space at the end of both is not part of the change.
    const gap = removed !== '' && /\s$/.test(removed) && removed.at(-1) === added.at(-1) ? removed.slice(-1) : '';
    const end = gap === '' ? undefined : -1;
    parts.push(...mark('removed', removed.slice(0, end)), ...mark('added', added.slice(0, end)));
    parts.push({ kind: 'same', text: gap });
    removed = '';
    added = '';
  };
  for (const [index, run] of runs.entries()) {
    const next = runs[index + 1];
    const isInChange = run.added || run.removed || (removed + added !== '' && (next?.added || next?.removed));
    const isGap = !run.added && !run.removed && run.value.trim() === '' && isInChange;
    if (run.removed || isGap) removed += run.value;
    if (run.added || isGap) added += run.value;
    if (run.added || run.removed || isGap) continue;
    flush();
    parts.push({ kind: 'same', text: run.value });
  }
  flush();
  return parts.filter(({ text }) => text !== '').map((part, id) => ({ ...part, id }));
}
