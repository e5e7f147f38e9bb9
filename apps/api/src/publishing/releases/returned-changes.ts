import type { Release } from '@threadline/schema/wire/publishing';
import { type ItemChange, listStates, type RevisionSpan } from '../../content/item-history.ts';
import type { Db } from '../../platform/db/client.ts';

type Returned = NonNullable<Release['returned']>;

interface Changes {
  changes: readonly ItemChange[];
  span: RevisionSpan;
  /** Whether the content was restored from a release. */
  isRestore: boolean;
  /** How many releases directly before were as well: a further restore can undo the last one. */
  restoresBefore: number;
}

/** Versions of an item that are compared. */
const maxStates = 12;

/** Returns how a release brings back earlier content, if all its changes do; null otherwise. */
export function findReturn(db: Db, release: Changes): Returned | null {
  if (release.isRestore && release.restoresBefore === 0) return 'restored';
  const found = new Set<Returned>();
  for (const change of release.changes) {
    const returned = classify(db, change, release);
    if (!returned) return null;
    found.add(returned);
  }
  const [first] = found;
  return found.size > 1 ? 'restored' : (first ?? null);
}

function classify(db: Db, change: ItemChange, { span, isRestore, restoresBefore }: Changes): Returned | null {
  // To remove an entry is no return to the time before it existed, and a restored one is named as such already.
  if (change.operation !== 'changed' && !isRestore) return null;
  const [to] = listStates(db, change, { until: span.until, limit: 1 });
  const states = listStates(db, change, { until: span.after, limit: maxStates });
  const [, ...earlier] = states;
  if (earlier.length > 0 && earlier[0] === to)
    return getStep(isRestore ? restoresBefore - 1 : countAlternations(states));
  return isRestore || earlier.includes(to) ? 'restored' : null;
}

/** Each further step between the same two states is the opposite of the one before. */
const getStep = (stepsBefore: number): Returned => (stepsBefore % 2 === 0 ? 'undone' : 'redone');

/** Returns how often an item has changed between the same two states before, newest state first. */
function countAlternations(states: readonly (string | undefined)[]): number {
  let steps = 0;
  while (steps + 2 < states.length && states[steps] === states[steps + 2]) steps += 1;
  return steps;
}
