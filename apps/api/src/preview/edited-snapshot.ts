import { isArticle } from '@threadline/schema/content/article-address';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition, itemType } from '@threadline/schema/content/content-model';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import { toPointer } from '@threadline/schema/primitives/json-pointer';
import type { Preview, PreviewEdit } from '@threadline/schema/wire/preview';
import { findMentionedImages } from '../content/images.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { listRenderableImages } from '../media/stored-images.ts';
import { readSnapshot } from '../publishing/snapshot.ts';

interface EditedSnapshot {
  snapshot: Snapshot;
  faults: Preview['faults'];
}

/**
 * Returns the working copy, or an earlier revision, with unsaved edits. Edits that do not fit the content model are left out and reported as
 * faults.
 */
export function createEditedSnapshot(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  queries: ContentQueries,
  {
    edits = [],
    revision = queries.latestRevision(),
  }: { edits?: readonly PreviewEdit[]; revision?: number | undefined },
): EditedSnapshot {
  const saved = readSnapshot(deps, queries, revision);
  const items = new Map(saved.items.map((item) => [getId(item), item]));
  const faults: Preview['faults'] = [];
  const mentioned = new Set<string>();
  for (const edit of edits) {
    const found = findFaults(edit);
    faults.push(...found);
    if (found.length > 0) continue;
    const stored = items.get(getId(edit));
    const before = stored && showUnpublished(stored);
    const value = keepAddress(edit, before);
    if (before && before === stored && JSON.stringify(before.value) === JSON.stringify(value)) continue;
    items.set(getId(edit), {
      ...(before ?? createItem(edit)),
      value,
      updatedAt: deps.now().toISOString(),
    });
    for (const publicId of findMentionedImages(edit.value)) mentioned.add(publicId);
  }
  const images = { ...saved.images, ...listRenderableImages(deps.db, [...mentioned]) };
  return { snapshot: { ...saved, items: sortItems([...items.values()], edits), images }, faults };
}

/** Returns the entry as it will be published. Its editor has a page to show, although visitors have none. */
function showUnpublished(item: ContentItem): ContentItem {
  if (!item.metadata.hidden || !findDefinition(item.section, item.key)?.list?.hasDrafts) return item;
  const { hidden: _, ...metadata } = item.metadata;
  return { ...item, metadata };
}

/** Returns the edited value. An article keeps its address until it is saved: another article may have the typed one. */
function keepAddress(edit: PreviewEdit, before: ContentItem | undefined): unknown {
  if (!isArticle(edit)) return edit.value;
  const { address = '' } = Object(before?.value) as { address?: string };
  return { ...Object(edit.value), address };
}

function getId({ section, key }: { section: string; key: string }): string {
  return `${section}.${key}`;
}

function findFaults({ section, key, value }: PreviewEdit): Preview['faults'] {
  const definition = findDefinition(section, key);
  if (!definition) return [{ section, key, pointer: '', detail: 'There is no such item.' }];
  const issues = definition.schema.safeParse(value).error?.issues ?? [];
  return issues.map((issue) => ({ section, key, pointer: toPointer(issue.path), detail: issue.message }));
}

/** Sorts new entries to the position that saving them would give. */
function sortItems(items: readonly ContentItem[], edits: readonly PreviewEdit[]): ContentItem[] {
  const isFirst = ({ version, section, key }: ContentItem) =>
    version === unsavedVersion && findDefinition(section, key)?.list?.newFirst === true;
  const sorted = [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))];
  for (const { section, key, after } of edits) {
    const item = items.find((each) => each.section === section && each.key === key);
    const before = sorted.findIndex((each) => each.section === section && each.key === after);
    if (after === undefined || item?.version !== unsavedVersion || before === -1) continue;
    sorted.splice(sorted.indexOf(item), 1);
    sorted.splice(sorted.findIndex((each) => each.section === section && each.key === after) + 1, 0, item);
  }
  return sorted;
}

const unsavedVersion = 0;

function createItem({ section, key, value }: PreviewEdit): ContentItem {
  const definition = findDefinition(section, key);
  return {
    section,
    key,
    value,
    type: definition ? itemType(definition) : 'text',
    metadata: {},
    position: 0,
    version: unsavedVersion,
    updatedAt: '',
    updatedBy: null,
  };
}
