import type { ContentItem } from '@threadline/schema/content/content-item';
import type { Snapshot } from '@threadline/schema/content/snapshot';

/** Values by `section.key`. */
export type Content = Record<string, unknown>;

export const siteUrl = 'http://site.example';

/** Returns a snapshot for the bundle in `fixtures/bundle`, or for any other. */
export function createSnapshot(revision: number, content: Content): Snapshot {
  const items = Object.entries(content).map(([name, value], position): ContentItem => {
    const [section = '', key = ''] = name.split('.');
    const updatedAt = '2026-01-01T00:00:00.000Z';
    return { section, key, value, type: 'text', metadata: {}, position, version: 1, updatedAt, updatedBy: null };
  });
  return { revision, siteUrl, apiUrl: '', mediaUrl: '', items, images: {} };
}
