import type { ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';

export interface Place {
  section: string;
  key: string;
  pointer: string;
}

/**
 * Finds the field that a piece of a page comes from, so that an editor knows what to change: a field with exactly this
 * text, else one that contains it. Undefined for text from the site's code.
 */
export function locate(items: readonly ContentItem[], text: string): Place | undefined {
  if (text === '') return undefined;
  return find(items, (value) => value === text) ?? find(items, (value) => value.includes(text));
}

/** Finds the field that sets an id in the page; else the entry whose key becomes the id. */
export function locateAnchor(items: readonly ContentItem[], id: string): Place | undefined {
  const named = locate(items, id);
  if (named?.pointer.endsWith('/anchor')) return named;
  const entry = items.find(({ section, key }) => findDefinition(section, key)?.id === id);
  return entry && { section: entry.section, key: entry.key, pointer: '' };
}

function find(items: readonly ContentItem[], matches: (value: string) => boolean): Place | undefined {
  for (const { section, key, value } of items) {
    const path = pathTo(value, matches);
    if (path) return { section, key, pointer: path.map((part) => `/${part}`).join('') };
  }
  return undefined;
}

function pathTo(value: unknown, matches: (value: string) => boolean): string[] | undefined {
  if (typeof value === 'string') return matches(value) ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, child] of Object.entries(value)) {
    const path = pathTo(child, matches);
    if (path) return [name, ...path];
  }
  return undefined;
}
