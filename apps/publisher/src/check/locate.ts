import type { ContentItem } from '@threadline/schema/content-item';
import { findDefinition } from '@threadline/schema/content-model';

export interface Place {
  section: string;
  key: string;
  pointer: string;
}

/**
 * Finds the field that a piece of a page came from, so that an editor is told where to go: a field that is exactly this
 * text, else one that contains it. Undefined for what the site's own code wrote.
 */
export function locate(items: readonly ContentItem[], text: string): Place | undefined {
  if (text === '') return undefined;
  return find(items, (value) => value === text) ?? find(items, (value) => value.includes(text));
}

/** Finds what gave a place in a page its id: a field for just that, else the entry whose key it is taken from. */
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
