import { diffWordsWithSpace } from 'diff';
import classes from './word-diff.module.css';

/** Two texts as one: what went is struck, what came is underlined, and both are said to those who listen. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  if (before === '' || after === '') {
    return (
      <span className={classes.text}>
        {before !== '' && <Part kind="removed" text={before} />}
        {after !== '' && <Part kind="added" text={after} />}
        {before === '' && after === '' && <em className="dimmed">empty</em>}
      </span>
    );
  }
  let at = 0;
  return (
    <span className={classes.text}>
      {joined(before, after).map(({ value, added, removed }) => {
        at += value.length;
        const key = `${at}${added ? '+' : removed ? '-' : ''}`;
        if (!added && !removed) return <span key={key}>{value}</span>;
        return <Part key={key} kind={added ? 'added' : 'removed'} text={value} />;
      })}
    </span>
  );
}

function Part({ kind, text }: { kind: 'added' | 'removed'; text: string }) {
  const Mark = kind === 'added' ? 'ins' : 'del';
  return (
    <Mark className={classes[kind]}>
      <span className="visually-hidden">{kind}: </span>
      {text}
    </Mark>
  );
}

interface Run {
  value: string;
  added: boolean;
  removed: boolean;
}

/** A lone space between two changed words would tear one change into many: it joins them. */
function joined(before: string, after: string): Run[] {
  const runs: Run[] = diffWordsWithSpace(before, after);
  const result: Run[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    // A space that ends both is not part of the change.
    const gap = removed && added && /\s$/.test(removed) && removed.at(-1) === added.at(-1) ? removed.slice(-1) : '';
    if (gap) [removed, added] = [removed.slice(0, -1), added.slice(0, -1)];
    if (removed) result.push({ value: removed, added: false, removed: true });
    if (added) result.push({ value: added, added: true, removed: false });
    if (gap) result.push({ value: gap, added: false, removed: false });
    removed = '';
    added = '';
  };
  runs.forEach((run, index) => {
    const isGap = run.value.trim() === '' && (removed || added) && isChange(runs[index + 1]);
    if (run.removed || (isGap && !run.added)) removed += run.value;
    if (run.added || (isGap && !run.removed)) added += run.value;
    if (!run.added && !run.removed && !isGap) {
      flush();
      result.push(run);
    }
  });
  flush();
  return result;
}

function isChange(run: Run | undefined): boolean {
  return Boolean(run?.added || run?.removed);
}
