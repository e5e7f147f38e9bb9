import type { z } from 'zod';
import { toPointer } from '../primitives/json-pointer.ts';
import { getArticleId, isArticle, listFormerArticleIds, updateLinks } from './article-address.ts';
import type { ContentItem } from './content-item.ts';
import {
  type ContentModel,
  contentModel,
  findDefinition,
  type SectionDefinition,
  type SectionName,
} from './content-model.ts';
import { showPublishingDay } from './publishing-day.ts';

/**
 * An entry of a list: its value, with the key's id for anchors and pages. The page of an unlisted one exists, but nothing on
 * the site leads to it. `formerIds` are those of earlier addresses, which lead to the page.
 */
export type Entry<Value> = {
  key: string;
  id: string;
  formerIds?: readonly string[];
  updatedAt: string;
  unlisted?: true;
  value: Value;
};

type SinglesOf<Section extends SectionName> = {
  [Key in keyof ContentModel[Section]['singles']]: z.infer<ContentModel[Section]['singles'][Key]>;
};
type ListsOf<Section extends SectionName> = {
  [Name in keyof ContentModel[Section]['lists']]: Entry<
    ContentModel[Section]['lists'][Name] extends { schema: infer Schema extends z.ZodType } ? z.infer<Schema> : never
  >[];
};

/** All content of the site, typed from the model: `content.hero.title`, `content.hero.slides[0].value.headline`. */
export type SiteContent = { [Section in SectionName]: SinglesOf<Section> & ListsOf<Section> };

export interface ContentFault {
  section: string;
  key: string;
  /** JSON Pointer into the value; empty for the whole item. */
  pointer: string;
  detail: string;
}

/** Thrown when stored content does not fit the model; nothing may be rendered from it. */
export class ContentError extends Error {
  readonly faults: ContentFault[];

  constructor(faults: ContentFault[]) {
    super(faults.map(({ section, key, pointer, detail }) => `${section}.${key}${pointer}: ${detail}`).join('\n'));
    this.name = 'ContentError';
    this.faults = faults;
  }
}

/** Checks every item and arranges the items for the page. Hidden entries are left out. */
export type ContentReader = (items: readonly ContentItem[]) => SiteContent;

type Sections = Record<string, Record<string, unknown>>;

/** The result for an item: an entry of a list, a single value, or nothing because it is hidden. */
type Placed = { list: string; entry: Entry<unknown> } | { key: string; value: unknown } | undefined;

/** Changes a checked value before it is used; an incomplete entry is left out of its list. */
type AdaptValue = (schema: z.ZodType, value: unknown) => { value: unknown; isComplete: boolean };

const keepValue: AdaptValue = (_schema, value) => ({ value, isComplete: true });

/**
 * Returns a reader that reuses its last result. Unchanged values, lists and sections are the same objects, so `===` shows
 * whether something has to be rendered again, and only changed items are validated.
 */
export function createContentReader(adapt: AdaptValue = keepValue): ContentReader {
  let known = new Map<string, { stamp: string; placed: Placed }>();
  let last: Sections = {};

  return (items) => {
    const faults: ContentFault[] = [];
    const content = emptySections();
    const seen: typeof known = new Map();
    for (const item of updateLinks(items)) {
      const id = `${item.section}.${item.key}`;
      const { hidden, unlisted, formerIds } = item.metadata;
      const stamp = JSON.stringify([item.value, hidden, unlisted, formerIds, item.updatedAt]);
      const before = known.get(id);
      const placed = before?.stamp === stamp ? before.placed : placeItem(item, faults, adapt);
      seen.set(id, { stamp, placed });
      put(content[item.section], placed);
    }
    faults.push(...findMissingSingles(content));
    if (faults.length > 0) throw new ContentError(faults);
    known = seen;
    for (const [name, section] of Object.entries(content)) content[name] = keepSection(last[name], section);
    last = reuseIfEqual(last, content);
    // Every item has been checked against the schema that SiteContent is inferred from.
    return last as SiteContent;
  };
}

/** @throws ContentError naming each item that is missing or does not fit */
export function readSiteContent(items: readonly ContentItem[]): SiteContent {
  return createContentReader()(items);
}

function emptySections(): Sections {
  const sections = Object.entries<SectionDefinition>(contentModel);
  return Object.fromEntries(
    sections.map(([section, { lists }]) => [section, Object.fromEntries(Object.keys(lists).map((name) => [name, []]))]),
  );
}

function findMissingSingles(content: Sections): ContentFault[] {
  return Object.entries<SectionDefinition>(contentModel).flatMap(([section, { singles }]) =>
    Object.keys(singles)
      .filter((key) => !Object.hasOwn(content[section] ?? {}, key))
      .map((key) => ({ section, key, pointer: '', detail: 'is missing' })),
  );
}

function placeItem(item: ContentItem, faults: ContentFault[], adapt: AdaptValue): Placed {
  const { section, key } = item;
  const definition = findDefinition(section, key);
  if (!definition) {
    faults.push({ section, key, pointer: '', detail: 'is not part of the content model' });
    return undefined;
  }
  if (definition.list && item.metadata.hidden) return undefined;
  const parsed = definition.schema.safeParse(item.value);
  if (!parsed.success) {
    faults.push(
      ...parsed.error.issues.map((issue) => ({ section, key, pointer: toPointer(issue.path), detail: issue.message })),
    );
    return undefined;
  }
  const { value, isComplete } = adapt(definition.schema, showPublishingDay(definition.schema, parsed.data));
  if (!definition.list) return { key, value };
  if (!isComplete) return undefined;
  const { updatedAt, metadata } = item;
  const formerIds = isArticle(item) ? listFormerArticleIds(item) : [];
  const entry = {
    key,
    id: isArticle(item) ? getArticleId(item) : (definition.id ?? key),
    ...(formerIds.length > 0 && { formerIds }),
    updatedAt,
    ...(metadata.unlisted && { unlisted: true as const }),
    value,
  };
  return { list: definition.list.name, entry };
}

function put(section: Record<string, unknown> | undefined, placed: Placed): void {
  if (!section || !placed) return;
  if ('list' in placed) (section[placed.list] as Entry<unknown>[]).push(placed.entry);
  else section[placed.key] = placed.value;
}

function keepSection(last: Record<string, unknown> = {}, section: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(section)) {
    if (Array.isArray(value)) section[name] = reuseIfEqual(last[name], value);
  }
  return reuseIfEqual(last, section);
}

/** Returns `last` if it has the same values under the same names in the same order, else `next`. */
export function reuseIfEqual<Value extends object>(last: unknown, next: Value): Value {
  if (typeof last !== 'object' || last === null) return next;
  const [before, after] = [Object.entries(last), Object.entries(next)];
  const isSame =
    before.length === after.length &&
    after.every(([name, value], index) => before[index]?.[0] === name && before[index]?.[1] === value);
  return isSame ? (last as Value) : next;
}
