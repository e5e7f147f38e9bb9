import type { Snapshot } from '@threadline/schema/snapshot';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { renderableImages } from '../images/service.ts';
import type { ContentQueries } from './queries.ts';
import { mentionedImages } from './service.ts';

/**
 * Everything a page may depend on, at a revision. Names of editors stay inside: a snapshot is as public as the page.
 */
export function readSnapshot(
  { config, db }: { config: Pick<Config, 'siteUrl'>; db: Deps['db'] },
  queries: ContentQueries,
  revision: number,
): Snapshot {
  const items = queries.itemsAt(revision).map((item) => ({ ...item, updatedBy: null }));
  const publicIds = new Set(items.flatMap((item) => [...mentionedImages(item.value)]));
  return { revision, siteUrl: config.siteUrl, apiUrl: '', items, images: renderableImages(db, [...publicIds]) };
}
