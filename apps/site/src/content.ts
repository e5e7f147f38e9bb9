import { snapshot as builtIn } from 'virtual:snapshot';
import type { RenderableImage } from '@threadline/schema/image';
import { readSiteContent, type SiteContent } from '@threadline/schema/site-content';
import type { Snapshot } from '@threadline/schema/snapshot';
import { pinnedRender } from './renderer/pinned.ts';

/** Everything a page may depend on. */
export interface LoadedContent {
  content: SiteContent;
  images: Record<string, RenderableImage>;
  siteUrl: string;
  apiUrl: string;
  revision: number;
  /** The newest change in the whole content, ISO 8601. */
  updatedAt: string;
}

// Checking costs more than rendering: once per snapshot, not once per component.
const loaded = new WeakMap<Snapshot, LoadedContent>();

/**
 * The content of the page that is being rendered: the pinned snapshot in the renderer, the build's own one otherwise.
 * @throws ContentError naming the items that do not fit the content model
 */
export function loadContent(): LoadedContent {
  const snapshot = pinnedRender.getStore()?.snapshot ?? builtIn;
  if (!snapshot) throw new Error('No snapshot is pinned for this render.');
  return contentOf(snapshot);
}

/** @throws ContentError naming the items that do not fit the content model */
export function contentOf(snapshot: Snapshot): LoadedContent {
  const known = loaded.get(snapshot);
  if (known) return known;
  const { items, images, siteUrl, apiUrl, revision } = snapshot;
  const content = readSiteContent(items);
  const updatedAt =
    items
      .map((item) => item.updatedAt)
      .sort()
      .at(-1) ?? '';
  const result = { content, images, siteUrl, apiUrl, revision, updatedAt };
  loaded.set(snapshot, result);
  return result;
}
