import { hashKey } from '@tanstack/react-query';
import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { getItemTitle, getQualifiedTitle } from '@threadline/schema/content/item-name';
import { getVisibilityChange, type VisibilityChange } from '@threadline/schema/content/visibility';
import { api, isApiError, unwrap } from '../../../api/client.ts';
import { quote } from '../../../format/quote.ts';
import { visibilityNouns, visibilityStates } from '../../../format/visibility.ts';
import { createStore } from '../../../store/create-store.ts';
import type { Change } from '../../../store/last-changes.ts';
import { getItemId } from '../model/content-query.ts';

const itemCalls = api.client.content[':section'][':key'];

// An edit that begins before its item's save is acknowledged starts from the version which that save creates.
const acknowledged = createStore<Readonly<Record<string, { from: number; to: number }>>>({});

function getBaseVersion(change: { section: string; key: string; version: number }): number {
  const save = acknowledged.get()[getItemId(change)];
  return save?.from === change.version ? save.to : change.version;
}

function setBaseVersion(from: number | undefined, item: ContentItem): void {
  if (from !== undefined) acknowledged.set((saves) => ({ ...saves, [getItemId(item)]: { from, to: item.version } }));
}

/** The answer to accepted changes. */
interface Accepted {
  /** The saved items. */
  items: ContentItem[];
  /** The revision that contains the changes; undefined if the answer to an earlier attempt was lost. */
  revision: number | undefined;
}

/**
 * Sends one change, or several saves and removals that are accepted or refused together.
 *
 * @throws ApiError
 */
export async function sendChanges([first, ...others]: readonly Change[]): Promise<Accepted> {
  if (!first) return { items: [], revision: undefined };
  if (others.length > 0) return sendTogether([first, ...others]);
  const { section, key } = first;
  if (first.kind === 'save') return sendSave(first);
  const { revision } =
    first.kind === 'move'
      ? await unwrap(
          api.client.content[':section'].order.$put({
            param: { section },
            json: { list: first.list, keys: first.keys, moved: key, origin: first.origin },
          }),
        )
      : await unwrap(
          itemCalls.$delete(
            { param: { section, key }, query: { origin: first.origin } },
            ifMatch(getBaseVersion(first)),
          ),
        );
  return { items: [], revision };
}

function ifMatch(version: number): { headers: Record<string, string> } {
  return { headers: { 'If-Match': `"${version}"` } };
}

type ContentSave = Extract<Change, { kind: 'save' }>;

async function sendSave({
  section,
  key,
  value,
  metadata,
  version,
  after,
  draft,
  origin,
}: ContentSave): Promise<Accepted> {
  const request = {
    param: { section, key },
    json: { value, metadata, ...(after && { after }), ...(draft && { draft }), ...(origin && { origin }) },
  };
  const condition =
    version === undefined ? { headers: { 'If-None-Match': '*' } } : ifMatch(getBaseVersion({ section, key, version }));
  try {
    const { item, revision } = await unwrap(itemCalls.$put(request, condition));
    setBaseVersion(version, item);
    return { items: [item], revision };
  } catch (error) {
    // An equal text means that an earlier attempt arrived and its reply was lost.
    const current = isApiError(error, 'conflict') ? parseItem(error.current) : undefined;
    if (current && hashKey([current.value, current.metadata]) === hashKey([value, metadata]))
      return { items: [current], revision: undefined };
    throw error;
  }
}

async function sendTogether(changes: readonly Change[]): Promise<Accepted> {
  const saves = changes.filter((change) => change.kind === 'save');
  const removals = changes.flatMap((change) => {
    const { section, key } = change;
    return change.kind === 'remove' ? [{ section, key, version: getBaseVersion(change) }] : [];
  });
  const updates = saves.map(({ section, key, value, metadata, version, draft }) => ({
    section,
    key,
    value,
    metadata,
    ...(draft && { draft }),
    ...(version === undefined ? { isNew: true } : { version: getBaseVersion({ section, key, version }) }),
  }));
  const origin = saves.every((save) => save.origin === saves[0]?.origin) ? saves[0]?.origin : undefined;
  const json = { updates, ...(removals.length > 0 && { removals }), ...(origin && { origin }) };
  const { items, revision } = await unwrap(api.client.content.bulk.$put({ json }));
  for (const save of saves) {
    const item = items.find((each) => getItemId(each) === getItemId(save));
    if (item) setBaseVersion(save.version, item);
  }
  return { items, revision };
}

/** Returns the item that a conflict reply carries. */
export function parseItem(current: unknown): ContentItem | undefined {
  const isItem = typeof current === 'object' && current !== null && 'version' in current && 'value' in current;
  return isItem ? (current as ContentItem) : undefined;
}

/**
 * Returns the change that undoes another one.
 *
 * @param before the content without the change
 * @param saved the item that the change created or updated
 */
export function invertChange(
  change: Change,
  before: GroupedContent,
  saved: ContentItem | undefined,
): Change | undefined {
  const { section, key } = change;
  const previous = before[section]?.[key];
  if (change.kind === 'move') {
    const keys = Object.keys(before[section] ?? {}).filter((name) => change.keys.includes(name));
    return { ...change, keys, from: change.keys };
  }
  const restored = previous && {
    kind: 'save' as const,
    section,
    key,
    value: previous.value,
    metadata: previous.metadata,
  };
  if (change.kind === 'remove') return restored && { ...restored, version: undefined };
  if (!saved) return undefined;
  return restored ? { ...restored, version: saved.version } : { kind: 'remove', section, key, version: saved.version };
}

/** Returns the content as it will be once the server has accepted the change. */
export function applyChange(content: GroupedContent, change: Change): GroupedContent {
  const { section, key } = change;
  const items = content[section] ?? {};
  if (change.kind === 'remove') return putItem(content, change, undefined);
  if (change.kind === 'move') {
    const rest = Object.entries(items).filter(([name]) => !change.keys.includes(name));
    const moved = change.keys.flatMap((name) => (items[name] ? [[name, items[name]] as const] : []));
    return { ...content, [section]: Object.fromEntries([...rest, ...moved]) };
  }
  const before = items[key];
  return before ? putItem(content, change, { ...before, value: change.value, metadata: change.metadata }) : content;
}

/**
 * Returns the content with one item added or replaced, or removed when `item` is undefined.
 *
 * @param place with `after`, the key of the entry behind which a new one is placed
 */
export function putItem(
  content: GroupedContent,
  { section, key, after }: { section: string; key: string; after?: string | undefined },
  item: ContentItem | undefined,
): GroupedContent {
  const { [key]: previous, ...others } = content[section] ?? {};
  if (!item) return { ...content, [section]: others };
  const entries = Object.entries(others);
  const index = previous ? -1 : entries.findIndex(([name]) => name === after);
  if (index !== -1) return { ...content, [section]: Object.fromEntries(entries.toSpliced(index + 1, 0, [key, item])) };
  const isFirst = !previous && findDefinition(section, key)?.list?.newFirst;
  return { ...content, [section]: isFirst ? { [key]: item, ...others } : { ...content[section], [key]: item } };
}

/**
 * Returns what an accepted change has done, such as `“Fast onboarding” is hidden.`; undefined for a text that visitors see,
 * about which the message of the specification says enough.
 */
export function describeResult(change: Change, content: GroupedContent): string | undefined {
  const { section, key } = change;
  const before = content[section]?.[key];
  const item = change.kind === 'save' ? change : before;
  const definition = findDefinition(section, key);
  const title = item && definition ? quote(getItemTitle(item, definition)) : 'The item';
  if (change.kind === 'remove') return `${title} is removed.`;
  if (change.kind === 'move') return `${title} is ${describePosition(change, content)}.`;
  const visibility = findVisibilityChange(change, before);
  if (visibility) return `${title} is ${visibilityStates[visibility]}.`;
  return change.metadata.hidden ? `${title} is hidden from visitors.` : undefined;
}

/** Visitors do not see hidden entries, so these count only where the moved entry is hidden itself. */
function describePosition({ section, key, keys }: Extract<Change, { kind: 'move' }>, content: GroupedContent): string {
  const isHidden = (name: string) => content[section]?.[name]?.metadata.hidden === true;
  const counted = isHidden(key) ? keys : keys.filter((name) => !isHidden(name));
  const position = `number ${counted.indexOf(key) + 1} of ${counted.length} now`;
  if (isHidden(key)) return `${position}, hidden ones included`;
  return counted.length < keys.length ? `${position}, without the hidden ones` : position;
}

/** Returns a label for Undo, such as `the removal of “Fast onboarding”` or `hiding “Fast onboarding”`. */
export function describeChange(change: Change, content: GroupedContent): string {
  const { section, key, kind } = change;
  const item = content[section]?.[key];
  const definition = findDefinition(section, key);
  const shown = item ?? (kind === 'save' ? change : undefined);
  // “Heading” alone would be the name of items in several sections.
  const getTitle = definition?.list ? getItemTitle : getQualifiedTitle;
  const title = shown && definition ? quote(getTitle(shown, definition)) : 'an item';
  if (kind === 'remove') return `the removal of ${title}`;
  if (kind === 'move') return `the move of ${title}`;
  if (change.origin === 'restore') return item ? `restoring an earlier version of ${title}` : `restoring ${title}`;
  const isPublication = kind === 'save' && definition?.list?.hasDrafts === true && !change.metadata.hidden;
  if (!item) return isPublication ? `publishing ${title}` : `the addition of ${title}`;
  const visibility = findVisibilityChange(change, item);
  return visibility ? visibilityNouns[visibility](title) : `the change of ${title}`;
}

/** Returns how a change affects the visibility of an item; undefined for other changes and for new items. */
export function findVisibilityChange(change: Change, before: ContentItem | undefined): VisibilityChange | undefined {
  if (change.kind !== 'save' || !before) return undefined;
  const { list } = findDefinition(change.section, change.key) ?? {};
  return getVisibilityChange(before.metadata, change.metadata, list?.hasDrafts);
}
