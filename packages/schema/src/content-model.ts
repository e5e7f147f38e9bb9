import type { z } from 'zod';
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

/** A list's entries are items of their own, keyed `<prefix>-<id>`; the id also names anchors and pages. */
export interface ListDefinition {
  prefix: string;
  title: string;
  /** One entry in words: "Add a <itemTitle>". */
  itemTitle: string;
  schema: z.ZodType;
  min: number;
  max: number;
  /** A new entry comes first, and not last. */
  newFirst?: boolean;
  /** What an editor has to know about its order. */
  hint?: string;
  /** Texts all over the landing page say how many it shows; otherwise only those of its own section. */
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

/** Keys are also URL segments: this shape keeps path tricks and `__proto__` out before any look-up. */
export const keyPattern = /^[a-z][a-z0-9_-]{0,63}$/;

/** How a content item is declared: what it is called, what it may hold. */
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

/** The declaration that applies to (section, key), or undefined when there is no such item. */
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

/** Spec §3 `type`: text or longtext for plain strings; structured values carry the name of their kind. */
export function itemType(definition: ItemDefinition): string {
  const input = definition.schema.meta()?.input;
  if (input === 'text') return 'text';
  if (input === 'textarea') return 'longtext';
  return definition.list?.prefix ?? 'group';
}
