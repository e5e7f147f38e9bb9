import type { ContentItem, GroupedContent } from '@threadline/schema/content-item';
import { sectionNames } from '@threadline/schema/content-model';
import type { Context, MiddlewareHandler, TypedResponse } from 'hono';
import { etagMatches } from '../http/etag.ts';
import { apiHeaders } from '../http/security-headers.ts';
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

interface ContentBody {
  success: true;
  revision: number;
  content: GroupedContent;
}

/** Stated, not inferred: `context.json` would make the text anew for every reply. */
type ContentReply = Response & TypedResponse<ContentBody, 200, 'json'>;

interface Prepared {
  revision: number;
  body: string;
  headers: Record<string, string>;
}

/**
 * `GET /content`. Visitors and spec clients get what is live, a session gets the working copy. Text and headers are made
 * once per revision: between two edits every reply is the same bytes.
 */
function createContentReader({ queries }: Pick<ContentService, 'queries'>, kind: 'live' | 'working') {
  const cacheControl = kind === 'live' ? 'public, max-age=0, must-revalidate' : 'private, no-cache';
  const currentRevision = kind === 'live' ? queries.liveRevision : queries.latestRevision;
  let prepared: Prepared | undefined;

  function prepare(revision: number): Prepared {
    const items = queries.itemsAt(revision);
    const content = groupContent(kind === 'live' ? items.map((item) => ({ ...item, updatedBy: null })) : items);
    const headers = {
      ...apiHeaders,
      'content-type': 'application/json',
      'cache-control': cacheControl,
      etag: `"${kind}-${revision}"`,
      vary: 'authorization',
    };
    const body: ContentBody = { success: true, revision, content };
    return { revision, body: JSON.stringify(body), headers };
  }

  return (context: Context): ContentReply => {
    const revision = currentRevision();
    if (prepared?.revision !== revision) prepared = prepare(revision);
    const { body, headers } = prepared;
    const isKnown = etagMatches(context.req.header('if-none-match'), headers.etag ?? '');
    const reply: Response = isKnown ? context.body(null, 304, headers) : context.body(body, 200, headers);
    return reply as ContentReply;
  };
}

/** The working copy, for a session. */
export function createWorkingReader(content: Pick<ContentService, 'queries'>) {
  return createContentReader(content, 'working');
}

/**
 * What is live, for everybody else. It stands ahead of all middleware and sets its own headers: this is the one call of the
 * API that visitors repeat.
 */
export function readLiveContent(content: Pick<ContentService, 'queries'>): MiddlewareHandler {
  const read = createContentReader(content, 'live');
  return async (context, next) => (context.req.header('authorization') === undefined ? read(context) : next());
}
