import type { ContentItem } from '@threadline/schema/content-item';
import { findDefinition, itemType } from '@threadline/schema/content-model';
import type { Preview, PreviewEdit } from '@threadline/schema/preview';
import { toPointer } from '@threadline/schema/site-content';
import type { Snapshot } from '@threadline/schema/snapshot';
import type { ContentQueries } from '../content/queries.ts';
import { mentionedImages } from '../content/service.ts';
import type { Deps } from '../context.ts';
import { renderableImages } from '../media/library.ts';
import { readSnapshot } from '../publishing/snapshot.ts';

interface EditedSnapshot {
  snapshot: Snapshot;
  faults: Preview['faults'];
}

/** The working copy with what is typed but not saved. Edits that do not fit the content model are left out and named. */
export function editedSnapshot(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  queries: ContentQueries,
  edits: readonly PreviewEdit[],
): EditedSnapshot {
  const saved = readSnapshot(deps, queries, queries.latestRevision());
  const items = new Map(saved.items.map((item) => [idOf(item), item]));
  const faults: Preview['faults'] = [];
  const mentioned = new Set<string>();
  for (const edit of edits) {
    const found = faultsOf(edit);
    faults.push(...found);
    if (found.length > 0) continue;
    const before = items.get(idOf(edit));
    if (before && JSON.stringify(before.value) === JSON.stringify(edit.value)) continue;
    items.set(idOf(edit), {
      ...(before ?? newItem(edit)),
      value: edit.value,
      updatedAt: deps.now().toISOString(),
    });
    for (const publicId of mentionedImages(edit.value)) mentioned.add(publicId);
  }
  const images = { ...saved.images, ...renderableImages(deps.db, [...mentioned]) };
  return { snapshot: { ...saved, items: inOrder([...items.values()]), images }, faults };
}

function idOf({ section, key }: { section: string; key: string }): string {
  return `${section}.${key}`;
}

function faultsOf({ section, key, value }: PreviewEdit): Preview['faults'] {
  const definition = findDefinition(section, key);
  if (!definition) return [{ section, key, pointer: '', detail: 'There is no such item.' }];
  const issues = definition.schema.safeParse(value).error?.issues ?? [];
  return issues.map((issue) => ({ section, key, pointer: toPointer(issue.path), detail: issue.message }));
}

/** An entry that is being written stands in its list where it will when it is saved. */
function inOrder(items: readonly ContentItem[]): ContentItem[] {
  const comesFirst = ({ version, section, key }: ContentItem) =>
    version === unsaved && findDefinition(section, key)?.list?.newFirst === true;
  return [...items.filter(comesFirst), ...items.filter((item) => !comesFirst(item))];
}

const unsaved = 0;

function newItem({ section, key, value }: PreviewEdit): ContentItem {
  const definition = findDefinition(section, key);
  return {
    section,
    key,
    value,
    type: definition ? itemType(definition) : 'text',
    metadata: {},
    position: 0,
    version: unsaved,
    updatedAt: '',
    updatedBy: null,
  };
}
