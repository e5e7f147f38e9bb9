import type { ChangeOrigin, ItemMetadata } from '@threadline/schema/content/content-item';
import { createStore, useStore } from './create-store.ts';
import { currentUser, getCurrentUser } from './current-user.ts';
import { hasLastChange, lastChangesKey } from './has-last-change.ts';

export interface Save {
  kind: 'save';
  section: string;
  key: string;
  value: unknown;
  metadata: ItemMetadata;
  /** The version that the edit started from; undefined for an entry that must not exist yet. */
  version: number | undefined;
  /** The key of the entry behind which a new one is placed. */
  after?: string | undefined;
  /** The draft that this save publishes. */
  draft?: { key: string; version: number } | undefined;
}

interface Removal {
  kind: 'remove';
  section: string;
  key: string;
  version: number;
}

interface Move {
  kind: 'move';
  section: string;
  /** The entry that was moved. */
  key: string;
  /** The name of the list, such as `slides`. */
  list: string;
  /** All keys of the list, in their new order. */
  keys: string[];
  /** The order that an Undo starts from. In another order, an editor has moved entries since. */
  from?: string[];
}

/** An edit of the content. Each is one request and one revision, and its inverse is a change too. */
export type Change = (Save | Removal | Move) & {
  /** How it brings earlier content back. Releases, log and history name it. */
  origin?: ChangeOrigin | undefined;
};

/** Gives items the content of a revision. */
export interface Restore {
  kind: 'restore';
  revision: number;
  /** With the versions that it starts from; null for an item that must not exist. */
  items: readonly { section: string; key: string; version: number | null }[];
}

/** A change that its user can undo, or an Undo that can be undone. */
export interface LastChange {
  id: number;
  inverse: Change | Restore;
  /** The inverses of further saves, which are undone together with the first. */
  others?: readonly Save[];
  description: string;
  /** True when the change was itself an Undo. */
  isUndo: boolean;
  /** The revision that contains the change; undefined if it is not known. */
  revision: number | undefined;
  /** The versions of its items before the change, by item. Its inverse gives them new versions with the same content. */
  versionsBefore: Readonly<Record<string, number>>;
}

/** The changes that can be undone and those that can be made again, each with the next one last. */
interface Steps {
  undo: readonly LastChange[];
  redo: readonly LastChange[];
}

interface StoredSteps extends Steps {
  userId: string;
  nextId: number;
}

const maxSteps = 10;
const empty: StoredSteps = { userId: '', undo: [], redo: [], nextId: 1 };

// They outlive a reload. The server refuses a step if its item has a newer version by then.
const stored = createStore(readStored(), { reset: () => empty });

stored.subscribe(() => {
  hasLastChange.set(true);
  try {
    sessionStorage.setItem(lastChangesKey, JSON.stringify(stored.get()));
  } catch {} // Without storage, Undo lasts until the next reload.
});

function readStored(): StoredSteps {
  try {
    return { ...empty, ...JSON.parse(sessionStorage.getItem(lastChangesKey) ?? '{}') };
  } catch {
    return empty;
  }
}

function selectOwn(steps: StoredSteps, { _id }: { _id: string }): StoredSteps {
  return steps.userId === _id ? steps : { ...empty, userId: _id, nextId: steps.nextId };
}

function setOwn(edit: (own: StoredSteps) => Partial<StoredSteps>): void {
  stored.set((steps) => {
    const own = selectOwn(steps, getCurrentUser());
    return { ...own, ...edit(own) };
  });
}

/**
 * Adds a change of the signed-in user in this window.
 *
 * @param undone the step that this change has undone or repeated
 * @returns the step that undoes the change
 */
export function addLastChange(change: Omit<LastChange, 'id'>, undone?: LastChange): LastChange {
  const added = { ...change, id: stored.get().nextId };
  setOwn(({ undo, redo }) => {
    const append = (steps: readonly LastChange[]) => [...steps, added].slice(-maxSteps);
    const next = undone
      ? { undo: continueFrom(added, undone, undo), redo: continueFrom(added, undone, redo) }
      : { undo, redo: [] };
    return {
      nextId: added.id + 1,
      ...(change.isUndo ? { ...next, redo: append(next.redo) } : { ...next, undo: append(next.undo) }),
    };
  });
  return added;
}

/** Removes a step that is about to be sent. Returns false if it was sent already. */
export function takeLastChange({ id }: LastChange): boolean {
  const { undo, redo } = selectOwn(stored.get(), getCurrentUser());
  if (![...undo, ...redo].some((step) => step.id === id)) return false;
  const omit = (steps: readonly LastChange[]) => steps.filter((step) => step.id !== id);
  setOwn((own) => ({ undo: omit(own.undo), redo: omit(own.redo) }));
  return true;
}

/** Adds a step again that could not be sent, unless it is there. */
export function returnLastChange(step: LastChange): void {
  const insert = (steps: readonly LastChange[]) =>
    [...steps.filter(({ id }) => id !== step.id), step].sort((one, other) => one.id - other.id);
  setOwn(({ undo, redo }) => (step.isUndo ? { undo, redo: insert(redo) } : { undo: insert(undo), redo }));
}

/** Forgets all steps, after a change that cannot be undone. */
export function clearLastChanges(): void {
  setOwn(() => ({ undo: [], redo: [] }));
}

/**
 * Lets steps that start from the content before a change start from the versions with the same content that undoing it has
 * created. A step of an item that another user has changed in between keeps its version, and is refused.
 */
function continueFrom(added: LastChange, undone: LastChange, steps: readonly LastChange[]): LastChange[] {
  const { inverse, others = [] } = added;
  const items = inverse.kind === 'restore' ? inverse.items : [inverse, ...others];
  const created = new Map(items.map((item) => [getId(item), 'version' in item ? item.version : undefined]));
  const update = <Item extends { section: string; key: string }>(item: Item): Item => {
    const version = created.get(getId(item));
    const isSame = 'version' in item && item.version === undone.versionsBefore[getId(item)];
    return typeof version === 'number' && isSame && item.version !== undefined ? { ...item, version } : item;
  };
  return steps.map((step) => ({
    ...step,
    inverse:
      step.inverse.kind === 'restore'
        ? { ...step.inverse, items: step.inverse.items.map(update) }
        : update<Change>(step.inverse),
    ...(step.others && { others: step.others.map(update) }),
  }));
}

const getId = ({ section, key }: { section: string; key: string }) => `${section}.${key}`;

const selectSteps = ({ undo, redo }: Steps) => ({ undo: undo.at(-1), redo: redo.at(-1) });

function selectLatest(steps: Steps): LastChange | undefined {
  const { undo, redo } = selectSteps(steps);
  return (redo?.id ?? 0) > (undo?.id ?? 0) ? redo : undo;
}

/** Returns the newest change of the signed-in user in this window. */
export function getLastChange(): LastChange | undefined {
  return selectLatest(selectOwn(stored.get(), getCurrentUser()));
}

/** Returns the next steps of Undo and of Redo. */
export function useLastChanges() {
  const own = selectOwn(useStore(stored), useStore(currentUser));
  return selectSteps(own);
}
