import type { ContentItem, GroupedContent, ItemMetadata } from '@threadline/schema/content-item';
import { findDefinition } from '@threadline/schema/content-model';
import { answerOf, api, isApiError } from '../../../api/client.ts';
import { itemId } from '../model/content-query.ts';

export interface Save {
  kind: 'save';
  section: string;
  key: string;
  value: unknown;
  metadata: ItemMetadata;
  /** The version that the edit started from; undefined for an entry that must not be there yet. */
  version: number | undefined;
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
  /** The list's name, such as `slides`. */
  list: string;
  /** All keys of the list, in their new order. */
  keys: string[];
}

/** Everything that can be done to content. Each is one call, one revision, and has an inverse of the same kind of thing. */
export type Change = Save | Removal | Move;

const itemCalls = api.client.content[':section'][':key'];

/** Our own last save of each item: an edit begun on its optimistic text starts from the version it became. */
const ownSaves = new Map<string, { from: number; to: number }>();

function baseVersion(change: { section: string; key: string; version: number }): number {
  const own = ownSaves.get(itemId(change));
  return own && own.from === change.version ? own.to : change.version;
}

/**
 * Sends a change.
 *
 * @returns the item as it is now, where the change leaves one
 * @throws ApiError
 */
export async function send(change: Change): Promise<ContentItem | undefined> {
  const { section, key } = change;
  if (change.kind === 'move') {
    const { list, keys } = change;
    await answerOf(api.client.content[':section'].order.$put({ param: { section }, json: { list, keys } }));
    return undefined;
  }
  if (change.kind === 'remove') {
    await answerOf(itemCalls.$delete({ param: { section, key } }, ifVersion(baseVersion(change))));
    return undefined;
  }
  return sendSave(change);
}

function ifVersion(version: number): { headers: Record<string, string> } {
  return { headers: { 'If-Match': `"${version}"` } };
}

async function sendSave({ section, key, value, metadata, version }: Save): Promise<ContentItem> {
  const request = { param: { section, key }, json: { value, metadata } };
  const condition =
    version === undefined ? { headers: { 'If-None-Match': '*' } } : ifVersion(baseVersion({ section, key, version }));
  try {
    const { item } = await answerOf(itemCalls.$put(request, condition));
    if (version !== undefined) ownSaves.set(itemId(item), { from: version, to: item.version });
    return item;
  } catch (error) {
    // The same words are there already: an earlier try arrived, and only its reply was lost.
    const current = isApiError(error, 'conflict') ? itemOf(error.current) : undefined;
    if (current && isEqual(current, { value, metadata })) return current;
    throw error;
  }
}

/**
 * Saves several items in one call: all or none, as one revision.
 *
 * @returns the items that differ from before
 * @throws ApiError
 */
export async function sendAll(saves: readonly Save[]): Promise<ContentItem[]> {
  const updates = saves.map(({ section, key, value, metadata, version }) => ({
    section,
    key,
    value,
    metadata,
    ...(version !== undefined && { version: baseVersion({ section, key, version }) }),
  }));
  const { items } = await answerOf(api.client.content.bulk.$put({ json: { updates } }));
  for (const { section, key, version } of saves) {
    const item = items.find((each) => each.section === section && each.key === key);
    if (item && version !== undefined) ownSaves.set(itemId(item), { from: version, to: item.version });
  }
  return items;
}

/** The item that a refusal carries. */
export function itemOf(current: unknown): ContentItem | undefined {
  const isItem = typeof current === 'object' && current !== null && 'version' in current && 'value' in current;
  return isItem ? (current as ContentItem) : undefined;
}

function isEqual(item: ContentItem, { value, metadata }: Pick<Save, 'value' | 'metadata'>): boolean {
  return (
    JSON.stringify([sorted(item.value), sorted(item.metadata)]) === JSON.stringify([sorted(value), sorted(metadata)])
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => [name, sorted(part)]);
  return Object.fromEntries(entries.toSorted(([one], [other]) => one.localeCompare(other)));
}

/** What takes a change back. `before` is the content without it, `saved` the item that it left. */
export function inverseOf(change: Change, before: GroupedContent, saved: ContentItem | undefined): Change | undefined {
  const { section, key } = change;
  const was = before[section]?.[key];
  if (change.kind === 'move') {
    const keys = Object.keys(before[section] ?? {}).filter((name) => change.keys.includes(name));
    return { ...change, keys };
  }
  if (change.kind === 'remove') {
    return was && { kind: 'save', section, key, value: was.value, metadata: was.metadata, version: undefined };
  }
  if (!saved) return undefined;
  if (!was) return { kind: 'remove', section, key, version: saved.version };
  return { kind: 'save', section, key, value: was.value, metadata: was.metadata, version: saved.version };
}

/** The content with a change, as it will be when the server has accepted it. */
export function withChange(content: GroupedContent, change: Change): GroupedContent {
  const { section, key } = change;
  const items = content[section] ?? {};
  if (change.kind === 'move') return { ...content, [section]: inOrder(items, change.keys) };
  if (change.kind === 'remove') return withItem(content, change, undefined);
  const before = items[key];
  return before ? withItem(content, change, { ...before, value: change.value, metadata: change.metadata }) : content;
}

/** `content` with one item put in or, when `item` is undefined, taken out. */
export function withItem(
  content: GroupedContent,
  place: { section: string; key: string },
  item: ContentItem | undefined,
): GroupedContent {
  const section = { ...content[place.section] };
  if (item && !section[place.key] && findDefinition(place.section, place.key)?.list?.newFirst) {
    return { ...content, [place.section]: { [place.key]: item, ...section } };
  }
  if (item) section[place.key] = item;
  else delete section[place.key];
  return { ...content, [place.section]: section };
}

function inOrder(items: Record<string, ContentItem>, keys: readonly string[]): Record<string, ContentItem> {
  const rest = Object.entries(items).filter(([key]) => !keys.includes(key));
  const moved = keys.flatMap((key) => (items[key] ? [[key, items[key]] as const] : []));
  return Object.fromEntries([...rest, ...moved]);
}
