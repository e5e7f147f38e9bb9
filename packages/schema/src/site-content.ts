import type { z } from 'zod';
import type { ContentItem } from './content-item.ts';
import {
  type ContentModel,
  contentModel,
  findDefinition,
  type SectionDefinition,
  type SectionName,
} from './content-model.ts';

/** An entry of a list: its value, with the key's id for anchors and pages. */
export type Entry<Value> = { key: string; id: string; updatedAt: string; value: Value };

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

/**
 * Checks every item and arranges them as the page reads them. Hidden entries are left out.
 *
 * @param items in the order of the page
 * @throws ContentError naming each item that is missing or does not fit
 */
export function readSiteContent(items: readonly ContentItem[]): SiteContent {
  const faults: ContentFault[] = [];
  const content: Record<string, Record<string, unknown>> = {};
  for (const [section, definition] of Object.entries<SectionDefinition>(contentModel)) {
    content[section] = Object.fromEntries(Object.keys(definition.lists).map((name) => [name, []]));
  }
  for (const item of items) place(item, content, faults);
  for (const [section, definition] of Object.entries<SectionDefinition>(contentModel)) {
    for (const key of Object.keys(definition.singles)) {
      if (!Object.hasOwn(content[section] ?? {}, key)) faults.push({ section, key, pointer: '', detail: 'is missing' });
    }
  }
  if (faults.length > 0) throw new ContentError(faults);
  // The loop above has checked every item against the schema that SiteContent is inferred from.
  return content as SiteContent;
}

function place(item: ContentItem, content: Record<string, Record<string, unknown>>, faults: ContentFault[]): void {
  const { section, key } = item;
  const definition = findDefinition(section, key);
  if (!definition) {
    faults.push({ section, key, pointer: '', detail: 'is not part of the content model' });
    return;
  }
  if (definition.list && item.metadata.hidden) return;
  const parsed = definition.schema.safeParse(item.value);
  if (!parsed.success) {
    faults.push(
      ...parsed.error.issues.map((issue) => ({ section, key, pointer: toPointer(issue.path), detail: issue.message })),
    );
    return;
  }
  const target = content[section] as Record<string, unknown>;
  if (!definition.list) target[key] = parsed.data;
  else
    (target[definition.list.name] as Entry<unknown>[]).push({
      key,
      id: definition.id ?? key,
      updatedAt: item.updatedAt,
      value: parsed.data,
    });
}

/** JSON Pointer (RFC 6901) of a zod issue path: `['slides', 0, 'headline']` → `/slides/0/headline`. */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
