import { findMissingAlt } from '@threadline/schema/content/alt-text';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition, type ItemDefinition } from '@threadline/schema/content/content-model';
import { getQualifiedTitle } from '@threadline/schema/content/item-name';
import type { RestoreRequest } from '@threadline/schema/wire/restore';
import { and, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { images } from '../platform/db/schema/core.ts';
import { findMovedEntries, getEditableMetadata, getListId } from './diff.ts';
import { findMentionedImages } from './images.ts';
import { getItemAt, getItemId, type ItemId, listHistory } from './item-history.ts';
import { listNamedMoves } from './named-moves.ts';
import type { ContentQueries } from './queries.ts';
import { listEntries } from './repository.ts';

type ItemState = Pick<ContentItem, 'section' | 'key' | 'value' | 'metadata' | 'position' | 'updatedAt' | 'updatedBy'>;

/** A current item and its earlier state. One of them is undefined for an entry that was added or removed since. */
export interface Difference extends ItemId {
  name: string;
  current: ContentItem | undefined;
  earlier: ItemState | undefined;
  /** Why the earlier state cannot be restored. */
  problem: string | null;
}

interface Pair {
  before: ItemState | undefined;
  after: ContentItem | undefined;
}

interface SelectedPair extends Pair, ItemId {}

/** Returns how earlier states of items differ from the current ones, with the reasons why some cannot be restored. */
export function listDifferences(db: Db, pairs: readonly Pair[]): Difference[] {
  const differences = pairs.flatMap(toDifference);
  const library = findImages(db, differences);
  return differences.map((each) => ({ ...each, problem: each.problem ?? findProblem(each, library) }));
}

/** Returns nothing for an item that a restore does not change. */
export function toDifference({ before, after }: Pair): Difference[] {
  const item = after ?? before;
  if (!item) return [];
  const { section, key } = item;
  const definition = findDefinition(section, key);
  // An update of the site has removed a list, or has added a text that the revision did not have yet.
  if (!definition || (!before && !definition.list)) return [];
  const { earlier, problem } = before ? adapt(before, definition) : { earlier: undefined, problem: null };
  if (earlier && after && isSame(earlier, after)) return [];
  return [{ section, key, name: getQualifiedTitle(item), current: after, earlier, problem }];
}

/** Adds the fields that the form has had since. */
function adapt(item: ItemState, { schema }: ItemDefinition): Pick<Difference, 'problem'> & { earlier: ItemState } {
  const { data, error } = schema.safeParse(item.value);
  if (!error) return { earlier: { ...item, value: data }, problem: null };
  return { earlier: item, problem: `The form has changed since. ${error.issues[0]?.message ?? ''}` };
}

const isSame = (one: ItemState, other: ItemState) =>
  JSON.stringify([one.value, getEditableMetadata(one.metadata), one.position]) ===
  JSON.stringify([other.value, getEditableMetadata(other.metadata), other.position]);

/** Returns the images that the earlier states show and that are not in the trash, by publicId. */
function findImages(db: Db, differences: readonly Difference[]) {
  const wanted = new Set(differences.flatMap(({ earlier }) => [...findMentionedImages(earlier?.value)]));
  const rows = db
    .select()
    .from(images)
    .where(and(inArray(images.publicId, [...wanted]), isNull(images.trashedAt)))
    .all();
  return Object.fromEntries(rows.map((row) => [row.publicId, row]));
}

function findProblem({ earlier }: Difference, library: ReturnType<typeof findImages>): string | null {
  if (!earlier) return null;
  if ([...findMentionedImages(earlier.value)].some((publicId) => !library[publicId]))
    return 'It shows an image that was deleted. Restore the image first.';
  return findMissingAlt([earlier], library)[0]?.detail ?? null;
}

/** Returns a function that reads the earlier and the current state of selected items. */
export function createSelection(db: Db, queries: ContentQueries) {
  function readPair({ section, key }: ItemId, revision: number): SelectedPair {
    const state = getItemAt(db, { section, key }, revision);
    return { section, key, before: state && { ...state, section, key }, after: queries.item(section, key) };
  }

  /**
   * Positions are restored only if that changes the order of a list: then also those of the entries that had made room. All
   * other entries keep their positions.
   */
  function restoreOrder(
    selected: SelectedPair[],
    revision: number,
    listNamed: () => ReadonlySet<string>,
  ): SelectedPair[] {
    const [first] = selected;
    const list = first && findDefinition(first.section, first.key)?.list;
    if (!list || selected.every(({ before, after }) => before?.position === after?.position)) return selected;
    const ids = new Set(selected.map(getItemId));
    const others = listEntries(db, first.section, list.prefix)
      .filter((entry) => !ids.has(getItemId(entry)))
      .map((entry) => readPair(entry, revision));
    const all = [...selected, ...others];
    const moved = findMovedEntries(
      all.flatMap(({ before }) => before ?? []),
      all.flatMap(({ after }) => after ?? []),
      listNamed,
    );
    const isInOrder = (pair: SelectedPair) => pair.before && pair.after && !moved.has(getItemId(pair));
    if (selected.every(isInOrder))
      return selected.map((pair) => ({ ...pair, before: withPosition(pair.before, pair.after) }));
    const madeRoom = others.filter(isInOrder);
    return [...selected, ...madeRoom.map((pair) => ({ ...pair, before: withPosition(pair.after, pair.before) }))];
  }

  /**
   * Reads only the selected items and their lists: a snapshot of all would block other requests.
   *
   * @param named ids that the audit log names as moved; by default since the revision
   */
  return (
    { revision, items }: Omit<RestoreRequest, 'workingRevision'>,
    named?: ReadonlySet<string>,
  ): SelectedPair[] => {
    const listNamed = () =>
      named ?? listNamedMoves(db, listHistory(db, { after: revision, until: queries.latestRevision() }));
    const selected = [...new Map(items.map((item) => [getItemId(item), item])).values()];
    const pairs = selected.map((item) => readPair(item, revision));
    return [...Map.groupBy(pairs, getListId).values()].flatMap((own) => restoreOrder(own, revision, listNamed));
  };
}

function withPosition(state: ItemState | undefined, place: ItemState | undefined): ItemState | undefined {
  return state && place && { ...state, position: place.position };
}
