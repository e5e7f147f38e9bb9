import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import { sectionNames } from '@threadline/schema/content/content-model';
import { matchesEtag } from '@threadline/schema/wire/negotiation';
import { apiHeaders } from '@threadline/schema/wire/release-response';
import type { Context, TypedResponse } from 'hono';
import type { ContentService } from './service.ts';

/** Groups items by section, then key (Spec §7). Sections without items are included. */
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

/** Declared and not inferred: `context.json` would serialise the body for every response. */
type ContentReply = Response & TypedResponse<ContentBody, 200, 'json'>;

type Content = Pick<ContentService, 'queries'>;

interface Prepared {
  revision: number;
  /** Bytes instead of text: encoding it for every response would cost more than sending it. */
  body: Buffer<ArrayBuffer>;
  headers: Record<string, string>;
}

/** Returns a reader that sends the same bytes until the next edit: text and headers are created once per revision. */
function createContentReader({ queries }: Content, kind: 'live' | 'working', currentRevision: () => number) {
  const cacheControl = kind === 'live' ? 'public, max-age=0, must-revalidate' : 'private, no-cache';
  let prepared: Prepared | undefined;

  function prepare(revision: number): Prepared {
    const items = queries.itemsAt(revision);
    const content = groupContent(kind === 'live' ? items.map((item) => ({ ...item, updatedBy: null })) : items);
    const body = Buffer.from(JSON.stringify({ success: true, revision, content } satisfies ContentBody));
    // A hash of the content and not the revision: after a restore the same number means other texts.
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 32);
    const headers = {
      ...apiHeaders,
      'content-type': 'application/json',
      'cache-control': cacheControl,
      etag: `"${kind}-${hash}"`,
      vary: 'authorization',
    };
    return { revision, body, headers };
  }

  return (ifNoneMatch: string | undefined): Response => {
    const revision = currentRevision();
    if (prepared?.revision !== revision) prepared = prepare(revision);
    const { body, headers } = prepared;
    if (matchesEtag(ifNoneMatch, headers.etag ?? '')) return new Response(null, { status: 304, headers });
    return new Response(body, { headers });
  };
}

/** Returns the reader of `GET /content` with a session: the working copy. */
export function createWorkingReader(content: Content) {
  const read = createContentReader(content, 'working', content.queries.latestRevision);
  return (context: Context) => read(context.req.header('if-none-match')) as ContentReply;
}

const contentPath = /^(?:\/api)?\/content\/?(?:\?.*)?$/;

/**
 * Returns the reader of `GET /content` without a session: the live content. It reads Node's own request, because this
 * route is requested most often, and request object, router and middleware would halve its speed.
 *
 * @returns a function that returns undefined for every other request
 */
export function createLiveReader(content: Content, liveRevision: () => number | null | undefined) {
  const currentRevision = () => liveRevision() ?? content.queries.liveRevision();
  const read = createContentReader(content, 'live', currentRevision);
  return ({ method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): Response | undefined => {
    if ((method !== 'GET' && method !== 'HEAD') || !contentPath.test(url ?? '')) return undefined;
    return headers.authorization === undefined ? read(headers['if-none-match']) : undefined;
  };
}
