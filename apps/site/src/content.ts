import { snapshot as builtIn } from 'virtual:snapshot';
import { type RenderableImage, resolveImageUrls } from '@threadline/schema/content/image';
import { hidePlaceholders } from '@threadline/schema/content/placeholders';
import { createContentReader, reuseIfEqual, type SiteContent } from '@threadline/schema/content/site-content';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import { pinnedRender } from './renderer/pinned.ts';

/** Everything a page may depend on. A part that did not change since the previous snapshot is the same object. */
export interface LoadedContent {
  content: SiteContent;
  images: Record<string, RenderableImage>;
  siteUrl: string;
  apiUrl: string;
  mediaUrl: string;
  /** Time of the newest change in the whole content, ISO 8601. A page that reads it is rendered again after every edit. */
  updatedAt: string;
  /** Year of that change: enough for most pages. */
  year: string;
}

// Validation costs more than rendering: once per snapshot, not once per component.
const loaded = new WeakMap<Snapshot, LoadedContent>();
const readContent = createContentReader(hidePlaceholders);
const readWithPlaceholders = createContentReader();
let knownImages: Record<string, RenderableImage> = {};

/**
 * The content of the page that is being rendered: the pinned snapshot in the renderer, the build's own one otherwise.
 * @throws ContentError naming the items that do not fit the content model
 */
export function loadContent(): LoadedContent {
  const pinned = pinnedRender.getStore();
  if (pinned) return pinned.loaded;
  if (!builtIn) throw new Error('No snapshot is pinned for this render.');
  return readSnapshot(builtIn);
}

/**
 * Returns the content as visitors see it: without placeholders.
 * @throws ContentError naming the items that do not fit the content model
 */
export function readSnapshot(snapshot: Snapshot): LoadedContent {
  const known = loaded.get(snapshot);
  if (known) return known;
  const { items, siteUrl, apiUrl, mediaUrl } = snapshot;
  const updatedAt =
    items
      .map((item) => item.updatedAt)
      .sort()
      .at(-1) ?? '';
  const images = reuseImages(snapshot.images);
  const addresses = { siteUrl, apiUrl, mediaUrl };
  const result = {
    content: readContent(resolveImageUrls(items, images)),
    images,
    ...addresses,
    updatedAt,
    year: updatedAt.slice(0, 4),
  };
  loaded.set(snapshot, result);
  return result;
}

/**
 * Returns the content with its placeholders, for an editor's preview.
 * @throws ContentError naming the items that do not fit the content model
 */
export function readSnapshotWithPlaceholders(snapshot: Snapshot): LoadedContent {
  return {
    ...readSnapshot(snapshot),
    content: readWithPlaceholders(resolveImageUrls(snapshot.items, snapshot.images)),
  };
}

function reuseImages(images: Snapshot['images']): LoadedContent['images'] {
  const entries = Object.entries(images).map(([id, image]) => {
    const known = knownImages[id];
    return [id, JSON.stringify(known) === JSON.stringify(image) ? known : image];
  });
  knownImages = reuseIfEqual(knownImages, Object.fromEntries(entries));
  return knownImages;
}
