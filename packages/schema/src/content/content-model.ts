import type { z } from 'zod';
import { keyPattern } from './content-item.ts';
import { about } from './sections/about.ts';
import { cta } from './sections/cta.ts';
import { footer } from './sections/footer.ts';
import { hero } from './sections/hero.ts';
import { insights } from './sections/insights.ts';
import { mail } from './sections/mail.ts';
import { process } from './sections/process.ts';
import { services } from './sections/services.ts';
import { site } from './sections/site.ts';
import { stats } from './sections/stats.ts';

/** A list of entries. Each entry is an item with the key `<prefix>-<id>`; anchors and pages use the id. */
export interface ListDefinition {
  prefix: string;
  title: string;
  /** The name of one entry, as within a sentence: "Add a <itemTitle>". */
  itemTitle: string;
  /** Describes an entry in one line, for editors who choose what to add. */
  summary: string;
  /** The noun in texts that state the number of entries, where it is shorter than the name. */
  countedAs?: string;
  schema: z.ZodType;
  min: number;
  max: number;
  /** New entries are added at the beginning of the list. */
  newFirst?: boolean;
  /** Entries are written as drafts on the server, and published when they are ready. */
  hasDrafts?: boolean;
  /** Explains the order to editors. */
  hint?: string;
  /** Single items that editors see above the entries, such as the heading of the list on the page. */
  above?: readonly string[];
  /** Any text of the landing page may mention the number of entries, not only texts of the list's own section. */
  isCountedAnywhere?: boolean;
}

export interface SectionDefinition {
  title: string;
  /** Explains the section to editors who do not know its name. */
  hint: string;
  singles: Record<string, z.ZodType>;
  lists: Record<string, ListDefinition>;
}

/** Everything an editor can change (Spec §3). The order is the order of the tabs. */
export const contentModel = {
  hero,
  about,
  services,
  process,
  stats,
  insights,
  cta,
  footer,
  site,
  mail,
} as const satisfies Record<string, SectionDefinition>;

export type ContentModel = typeof contentModel;
export type SectionName = keyof ContentModel;

export const sectionNames = Object.keys(contentModel) as SectionName[];

/** The declaration of a content item: its section, title and schema. */
export interface ItemDefinition {
  section: SectionName;
  title: string;
  schema: z.ZodType;
  /** Set for entries of a list. */
  list?: ListDefinition & { name: string };
  /** The part of an entry's key after the prefix. */
  id?: string;
}

export function isSectionName(name: string): name is SectionName {
  return Object.hasOwn(contentModel, name);
}

/** Returns the declaration for (section, key); undefined if there is no such item. */
export function findDefinition(section: string, key: string): ItemDefinition | undefined {
  if (!isSectionName(section) || !keyPattern.test(key)) return undefined;
  const definition: SectionDefinition = contentModel[section];
  const single = Object.hasOwn(definition.singles, key) ? definition.singles[key] : undefined;
  if (single) return { section, title: single.meta()?.title ?? key, schema: single };

  for (const [name, list] of Object.entries(definition.lists)) {
    const id = key.startsWith(`${list.prefix}-`) ? key.slice(list.prefix.length + 1) : '';
    if (id !== '')
      return {
        section,
        title: list.schema.meta()?.title ?? list.itemTitle,
        schema: list.schema,
        list: { ...list, name },
        id,
      };
  }
  return undefined;
}

/** Returns the `type` of Spec §3: text or longtext for plain strings, the name of the kind for structured values. */
export function itemType(definition: ItemDefinition): string {
  const input = definition.schema.meta()?.input;
  if (input === 'text') return 'text';
  if (input === 'textarea') return 'longtext';
  return definition.list?.prefix ?? 'group';
}
