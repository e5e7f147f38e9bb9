import { type ContentItem, type GroupedContent, maxKeyLength } from '@threadline/schema/content/content-item';
import {
  contentModel,
  findDefinition,
  type ItemDefinition,
  type ListDefinition,
  type SectionDefinition,
  type SectionName,
} from '@threadline/schema/content/content-model';
import { getField } from '@threadline/schema/content/form-field';
import type { DraftSummary } from '@threadline/schema/wire/drafts';
import type { z } from 'zod';
import { blankValue } from './form-model.ts';

export interface ShownItem {
  item: ContentItem;
  definition: ItemDefinition;
}

export type NamedList = ListDefinition & { name: string };

export interface ItemGroup {
  title: string;
  list?: NamedList;
  /** The single items above the entries of the list. */
  above?: ShownItem[];
  items: ShownItem[];
}

/** The actions of an entry. Those that are not possible are undefined. A change resolves to whether it was accepted. */
export interface EntryActions {
  moveUp?: (() => Promise<boolean>) | undefined;
  moveDown?: (() => Promise<boolean>) | undefined;
  duplicate?: (() => void) | undefined;
  /** Begins a new entry after this one. */
  add?: (() => void) | undefined;
  toggleHidden?: (() => Promise<boolean>) | undefined;
  remove?: (() => Promise<boolean>) | undefined;
}

/**
 * Returns the groups of a section: its lists, each with the single items above it, then its other single items. The settings
 * come before the lists, which are small there.
 */
export function listGroups(section: SectionName, content: GroupedContent): ItemGroup[] {
  const shown = Object.values(content[section] ?? {}).flatMap((item) => {
    const definition = findDefinition(section, item.key);
    return definition ? [{ item, definition }] : [];
  });
  const lists = getLists(section).map((list) => ({
    title: list.title,
    list,
    above: shown.filter(({ item }) => list.above?.includes(item.key)),
    items: shown.filter(({ definition }) => definition.list?.name === list.name),
  }));
  const isAbove = ({ item }: ShownItem) => lists.some(({ list }) => list.above?.includes(item.key));
  const singles = shown.filter((each) => !each.definition.list && !isAbove(each));
  if (singles.length === 0) return lists;
  if (section === 'site') return [{ title: 'Settings', items: singles }, ...lists];
  return [...lists, { title: 'Texts', items: singles }];
}

export function isFull({ list, items }: ItemGroup): boolean {
  return list !== undefined && items.length >= list.max;
}

export function getLists(section: SectionName): NamedList[] {
  const definition: SectionDefinition = contentModel[section];
  return Object.entries(definition.lists).map(([name, list]) => ({ ...list, name }));
}

/**
 * Returns an unused key for a new entry: `Cash flow` → `service-cash-flow`. A name that is too long for a key is cut after a
 * word.
 */
export function createKey(list: NamedList, name: string, isFree: (key: string) => boolean): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  for (let count = 1; ; count += 1) {
    const ending = count === 1 ? '' : `-${count}`;
    const slug = cutAfterPart(words, maxKeyLength - `${list.prefix}-${ending}`.length);
    const key = `${list.prefix}-${slug || 'new'}${ending}`;
    if (isFree(key)) return key;
  }
}

/** Returns as many whole parts of a hyphenated text as fit. */
function cutAfterPart(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return text
    .slice(0, maxLength + 1)
    .replace(/-[^-]*$/, '')
    .slice(0, maxLength);
}

/** Returns the key of a draft that was never published. The entry gets a key of its title when it is published. */
export function createDraftKey({ prefix }: NamedList): string {
  return `${prefix}-draft-${Math.random().toString(36).slice(2, 10)}`;
}

/** The end of the title of a copy, until it gets another one. */
export const copySuffix = ' (copy)';

export function isDraftKey({ prefix }: ListDefinition, key: string): boolean {
  return key.startsWith(`${prefix}-draft-`);
}

/** The definition of an entry that does not exist yet. */
export function createEntryDefinition(section: SectionName, list: NamedList): ItemDefinition {
  const schema: z.ZodType = list.schema;
  return { section, title: schema.meta()?.title ?? list.itemTitle, schema, list };
}

/** Returns the id under which this browser stores the text of a new entry. */
export function getNewEntryId(section: string, list: NamedList): string {
  return `${section}.new-${list.name}`;
}

/** Returns "an article", "an FAQ question", "a unit". */
export function withArticle(name: string): string {
  return /^(?:(?!uni)[aeiou]|FAQ)/i.test(name) ? `an ${name}` : `a ${name}`;
}

/** Returns the entries of a list that are only drafts, in the form of items. The one that is being begun is not stored yet. */
export function listNewDrafts(
  section: SectionName,
  list: NamedList,
  {
    drafts,
    openedKey,
    isFree,
  }: { drafts: readonly DraftSummary[]; openedKey?: string | undefined; isFree: (key: string) => boolean },
): ShownItem[] {
  const definition = createEntryDefinition(section, list);
  const stored = drafts.filter(({ key }) => isFree(key));
  const isBegun = openedKey !== undefined && isDraftKey(list, openedKey) && isFree(openedKey);
  const begun = isBegun && !stored.some(({ key }) => key === openedKey) ? [openedKey] : [];
  const toShown = ({ key, title, summary, updatedAt, updatedBy }: NewDraft): ShownItem => ({
    definition,
    item: {
      section,
      key,
      type: list.prefix,
      updatedAt,
      updatedBy,
      position: 0,
      version: 0,
      value: { ...(blankValue(getField(list.schema)) as object), ...summary },
      metadata: { title },
    },
  });
  return [
    ...begun.map((key) =>
      toShown({ key, title: `New ${list.itemTitle}`, summary: {}, updatedAt: '', updatedBy: null }),
    ),
    ...stored.map(toShown),
  ];
}

type NewDraft = Pick<DraftSummary, 'key' | 'title' | 'summary' | 'updatedAt' | 'updatedBy'>;
