import { compareTables } from '@threadline/schema/content/compare-tables';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { type FormField, formatValue, getField, getFieldAt, getLabelAt } from '@threadline/schema/content/form-field';
import { getPublicId } from '@threadline/schema/content/image';
import { findLinkTarget, listEntriesAt, listLinkTargets } from '@threadline/schema/content/link-targets';
import { formatPictureName } from '@threadline/schema/content/picture-name';
import { toPointer } from '@threadline/schema/primitives/json-pointer';
import { formatPhone } from '@threadline/schema/primitives/phone';
import { describeVariables } from '@threadline/schema/primitives/text-variables';
import { isRichText } from '@threadline/schema/rich-text/rich-text';
import { getPlainText, toMarkdown } from '@threadline/schema/rich-text/to-text';
import type { PendingChange } from '@threadline/schema/wire/publishing';
import { eq } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { images } from '../platform/db/schema/core.ts';
import { type ChangedTexts, excerptChange } from './excerpt-change.ts';
import { findLastState, getItemId, type ItemId, listHistory } from './item-history.ts';
import { listNamedMoves } from './named-moves.ts';
import type { ContentQueries } from './queries.ts';

/** The difference between two states of an item, as releases, pending changes and the audit log show it. */

interface ChangedItem {
  /** The current item; for a removed one, its last state. */
  item: ContentItem;
  before: ContentItem | undefined;
  after: ContentItem | undefined;
}

const serialize = ({ value, metadata }: ContentItem) => JSON.stringify([value, getEditableMetadata(metadata)]);

/**
 * Returns the metadata that an editor can change, without settings that are off: an absent one is off as well. Former
 * addresses only follow from the present ones.
 */
export function getEditableMetadata({ formerIds: _, ...metadata }: ContentItem['metadata']): ContentItem['metadata'] {
  return Object.fromEntries(Object.entries(metadata).filter(([, setting]) => setting !== false));
}

/** Returns a string that identifies the list of an entry; every other item is alone. */
export function getListId({ section, key }: ItemId): string {
  return `${section}.${findDefinition(section, key)?.list?.prefix ?? key}`;
}

type PlacedItem = ItemId & Pick<ContentItem, 'position'>;

/**
 * Returns the ids of the entries that were moved, as few as explain the new order. The others only make room: an entry that is
 * moved, added or removed gives those after it other positions.
 *
 * @param listNamed returns the ids that the audit log names as moved. They decide which of two neighbours was moved.
 */
export function findMovedEntries(
  before: readonly PlacedItem[],
  after: readonly PlacedItem[],
  listNamed: () => ReadonlySet<string> = () => new Set(),
): Set<string> {
  const positions = new Map(before.map((item) => [getItemId(item), item.position]));
  const common = after.filter((item) => positions.has(getItemId(item)));
  const isUnchanged = (item: PlacedItem) => positions.get(getItemId(item)) === item.position;
  if (common.every(isUnchanged)) return new Set();
  const named = listNamed();
  const moved = [...Map.groupBy(common, getListId).values()].flatMap((entries) => {
    const earlier = entries.map((item) => ({ ...item, position: positions.get(getItemId(item)) ?? item.position }));
    const old = earlier.sort(comparePlaces).map(getItemId);
    const current = entries.toSorted(comparePlaces).map(getItemId);
    // A restore changes positions, so an entry that has its position again was not moved.
    const unchanged = new Set(entries.filter(isUnchanged).map(getItemId));
    const getWeight = (id: string) =>
      unchanged.has(id) ? entries.length * 2 : named.has(id) ? 1 : 1 + 1 / entries.length;
    // The same entries have moved back if the two states are exchanged.
    const inOrder = new Set(
      old.join() < current.join() ? findCommonRun(old, current, getWeight) : findCommonRun(current, old, getWeight),
    );
    return current.filter((id) => !inOrder.has(id));
  });
  return new Set(moved);
}

interface Run {
  ids: string[];
  weight: number;
}

/** Returns the heaviest run of ids that follow each other in both orders. */
function findCommonRun(one: readonly string[], other: readonly string[], getWeight: (id: string) => number): string[] {
  const places = new Map(one.map((id, index) => [id, index]));
  const pickHeaviest = (runs: readonly Run[]) =>
    runs.reduce((best, run) => (run.weight > best.weight ? run : best), { ids: [], weight: 0 });
  const runs: (Run & { place: number })[] = [];
  for (const id of other.toReversed()) {
    const place = places.get(id) ?? 0;
    const rest = pickHeaviest(runs.filter((run) => run.place > place));
    runs.push({ place, ids: [id, ...rest.ids], weight: getWeight(id) + rest.weight });
  }
  return pickHeaviest(runs).ids;
}

const comparePlaces = (one: PlacedItem, other: PlacedItem) =>
  one.position - other.position || (one.key < other.key ? -1 : 1);

/** Returns the items that differ between a revision and the working copy. One that was changed back does not. */
export function findChangedItems(db: Db, queries: ContentQueries, revision: number): ChangedItem[] {
  const until = queries.latestRevision();
  if (revision >= until) return [];
  const before = new Map(queries.itemsAt(revision).map((item) => [getItemId(item), item]));
  const after = new Map(queries.workingCopy().map((item) => [getItemId(item), item]));
  const listNamed = () => listNamedMoves(db, listHistory(db, { after: revision, until }));
  const moved = findMovedEntries([...before.values()], [...after.values()], listNamed);
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((id) => {
    const [old, current] = [before.get(id), after.get(id)];
    const item = current ?? old;
    if (!item || (old && current && !moved.has(id) && serialize(old) === serialize(current))) return [];
    return { item, before: old, after: current };
  });
}

type ItemState = Pick<ContentItem, 'value' | 'metadata'>;
type ChangedField = PendingChange['fields'][number];

interface Change<State extends ItemState = ItemState> extends ItemId {
  before: State | undefined;
  after: State | undefined;
}

interface Limits {
  fields: number;
  /** Of each side of a field. */
  characters: number;
}

/** Returns the first fields that differ, with labels and values as the form shows them, and how many differ in all. */
export function diffItem(db: Db, change: Change, limits: Limits): { fields: ChangedField[]; fieldCount: number } {
  const tables = listTables(change);
  const isInTable = (pointer: string) => tables.some(([name]) => pointer.startsWith(`/${name}/`));
  const changed = [
    ...findChangedFields(db, change).filter(({ pointer }) => !isInTable(pointer)),
    ...tables.flatMap(([name, table]) => findChangedRows(name, table, change)),
  ];
  const fields = changed.slice(0, limits.fields).map(({ pointer, label, before, after }) => {
    const field = label === undefined ? describeField(change, pointer) : { label, format: (text: string) => text };
    const formatValue = (value: string) => field.format(nameImage(db, value));
    const links = nameLinks(db, change, { pointer, before, after });
    const [old, current] = links ?? [formatValue(before), formatValue(after)];
    const texts = excerptChange(old, current, limits.characters);
    return { pointer, label: field.label, ...texts };
  });
  return { fields, fieldCount: changed.length };
}

interface FieldDifference {
  pointer: string;
  /** Set where the label depends on the value. */
  label?: string;
  before: string;
  after: string;
}

function findChangedFields(db: Db, { before, after, ...id }: Change): FieldDifference[] {
  const [old, current] = [collectLeaves(id, before), collectLeaves(id, after)];
  return [...new Set([...old.keys(), ...current.keys()])]
    .filter((pointer) => old.get(pointer)?.text !== current.get(pointer)?.text)
    .map((pointer) => ({ pointer, ...chooseTexts(db, old.get(pointer), current.get(pointer)) }));
}

/** Returns the tables among the fields of an item, by name. */
function listTables({ section, key }: ItemId): [name: string, table: FormField][] {
  const schema = findDefinition(section, key)?.schema;
  const fields = schema ? Object.entries(getField(schema).properties ?? {}) : [];
  return fields.filter(([, { input }]) => input === 'table');
}

function findChangedRows(name: string, table: FormField, { before, after }: Change): FieldDifference[] {
  const getRows = (item: ItemState | undefined) => {
    const rows = (item?.value as Record<string, unknown> | undefined)?.[name];
    return Array.isArray(rows) ? rows : [];
  };
  const changes = compareTables(table, getRows(before), getRows(after));
  return changes.map((change) => ({ ...change, pointer: `/${name}${change.pointer}` }));
}

interface Leaf {
  /** With the formats of a formatted text, so that a change of these is found. */
  text: string;
  /** A formatted text without its formats. */
  plain?: string;
}

/** Returns the texts as readers know them. Formats are shown only where nothing else differs. */
function chooseTexts(db: Db, before: Leaf | undefined, after: Leaf | undefined): ChangedTexts {
  const [old, current] = [before, after].map((leaf) => leaf?.plain ?? leaf?.text ?? '');
  if (old !== undefined && current !== undefined && old !== current) return { before: old, after: current };
  const describe = (nameLink: (href: string) => string) => ({
    before: describeFormats(before?.text ?? '', nameLink),
    after: describeFormats(after?.text ?? '', nameLink),
  });
  const named = describe((href) => nameTarget(db, href));
  // Two addresses can have the same name.
  return named.before === named.after ? describe((href) => href) : named;
}

/** Returns a text without the syntax of Markdown: `![A loom](/media/5bcc.webp)` → `[image: A loom]`, `[prices](#terms)` → `“prices” → Terms`. */
function describeFormats(markdown: string, nameLink: (href: string) => string): string {
  return markdown
    .replace(/!\[([^[\]]*)\]\([^()]*\)/g, (_, alt: string) => (alt ? `[image: ${alt}]` : '[image]'))
    .replace(/\[([^[\]]*)\]\(([^()]*)\)/g, (_, text: string, href: string) => `“${text.trim()}” → ${nameLink(href)}`)
    .replace(/\*\*([^*]+)\*\*/g, '$1 (bold)')
    .replace(/\*([^*]+)\*/g, '$1 (italic)');
}

/** Returns the name of the place to which a link leads, also of an entry that is hidden or removed. */
function nameTarget(db: Db, href: string): string {
  const entries = listEntriesAt(href).flatMap((entry) => findLastState(db, entry) ?? []);
  const targets = listLinkTargets(entries.map((entry) => ({ ...entry, metadata: {} })));
  return findLinkTarget(targets, href.replace(/^\/(?=#)/, ''))?.label ?? href;
}

/**
 * Returns every text, number and switch of an item by JSON Pointer, and several choices as one text. Empty values count as
 * absent.
 */
function collectLeaves({ section, key }: ItemId, item: ItemState | undefined): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const schema = findDefinition(section, key)?.schema;
  const form = schema && getField(schema);
  const visit = (part: unknown, path: PropertyKey[]): void => {
    if (isRichText(part)) leaves.set(toPointer(path), { text: toMarkdown(part), plain: getPlainText(part) });
    else if (Array.isArray(part) && form && getFieldAt(form, toPointer(path)).input === 'choices') {
      leaves.set(toPointer(path), { text: formatValue(getFieldAt(form, toPointer(path)), part) });
    } else if (typeof part === 'object' && part !== null) {
      for (const [name, inner] of Object.entries(part)) visit(inner, [...path, name]);
    } else if (part !== undefined && part !== null && part !== '') leaves.set(toPointer(path), { text: String(part) });
  };
  if (item) {
    visit(item.value, []);
    visit(getEditableMetadata(item.metadata), ['metadata']);
  }
  return leaves;
}

const metadataLabels: Record<string, string> = {
  '/metadata/title': 'Name in the list',
  '/metadata/hidden': 'Hidden from the site',
  '/metadata/unlisted': 'Unlisted',
};

const switchLabels: Record<string, string> = { true: 'Yes', false: 'No' };
/** A setting of an entry that is off is absent. */
const settingLabels: Record<string, string> = { ...switchLabels, '': 'No' };

/** Returns the label of a field and a function that formats its stored values: options by label, switches as Yes or No. */
function describeField({ section, key }: ItemId, pointer: string) {
  const createFormat = (labels: Record<string, string>) => (value: string) => labels[value] ?? value;
  const metadataLabel = metadataLabels[pointer];
  if (metadataLabel) {
    return { label: metadataLabel, format: createFormat(pointer === '/metadata/title' ? {} : settingLabels) };
  }
  const schema = findDefinition(section, key)?.schema;
  if (!schema) return { label: '', format: createFormat({}) };
  const form = getField(schema);
  const { input, options = {}, variables } = getFieldAt(form, pointer);
  const labels = input === 'switch' ? switchLabels : input === 'select' ? options : {};
  const format = (value: string) =>
    input === 'phone' ? formatPhone(value) : (labels[value] ?? describeVariables(value, variables));
  return { label: getLabelAt(form, pointer), format };
}

/**
 * Returns the names of the targets of a changed link, also of entries that are hidden or removed; undefined for another field,
 * or where both have the same name.
 */
function nameLinks(
  db: Db,
  { section, key }: ItemId,
  { pointer, before, after }: FieldDifference,
): [string, string] | undefined {
  const schema = findDefinition(section, key)?.schema;
  if (!schema || metadataLabels[pointer] || getFieldAt(getField(schema), pointer).input !== 'link') return undefined;
  const names: [string, string] = [nameTarget(db, before), nameTarget(db, after)];
  return names[0] === names[1] ? undefined : names;
}

/** Returns the file name of the image at an address, without its long alt text; any other text unchanged. */
function nameImage(db: Db, text: string): string {
  const publicId = getPublicId(text);
  const { originalName } = images;
  const image = publicId && db.select({ originalName }).from(images).where(eq(images.publicId, publicId)).get();
  return formatPictureName(text, image ? { ...image, alt: '' } : undefined);
}
