import type { ContentItem, GroupedContent } from '@threadline/schema/content-item';
import { sectionNames } from '@threadline/schema/content-model';
import type { Context } from 'hono';
import { etagMatches } from '../http/etag.ts';
import type { ContentService } from './service.ts';

/** Spec §7: grouped by section, then key. Sections without items are there, too. */
export function groupContent(items: readonly ContentItem[]): GroupedContent {
  const grouped: GroupedContent = Object.fromEntries(sectionNames.map((name) => [name, {}]));
  for (const item of items) {
    const section = grouped[item.section];
    if (section) section[item.key] = item;
  }
  return grouped;
}

/**
 * `GET /content`. Visitors and spec clients get what is live, a session gets the working copy. The text is made once per
 * revision: between two edits every reply is the same bytes.
 */
export function createContentReader({ queries }: Pick<ContentService, 'queries'>) {
  const cached: Record<'live' | 'working', { revision: number; body: string } | undefined> = {
    live: undefined,
    working: undefined,
  };

  function bodyAt(kind: 'live' | 'working', revision: number): string {
    const hit = cached[kind];
    if (hit?.revision === revision) return hit.body;
    const items = queries.itemsAt(revision);
    const content = groupContent(kind === 'live' ? items.map((item) => ({ ...item, updatedBy: null })) : items);
    const body = JSON.stringify({ success: true, revision, content });
    cached[kind] = { revision, body };
    return body;
  }

  return (context: Context, kind: 'live' | 'working'): Response => {
    const revision = kind === 'live' ? queries.liveRevision() : queries.latestRevision();
    const headers = {
      etag: `"${kind}-${revision}"`,
      'cache-control': kind === 'live' ? 'public, max-age=0, must-revalidate' : 'private, no-cache',
      vary: 'authorization',
    };
    if (etagMatches(context.req.header('if-none-match'), headers.etag)) return context.body(null, 304, headers);
    return context.body(bodyAt(kind, revision), 200, { ...headers, 'content-type': 'application/json' });
  };
}
