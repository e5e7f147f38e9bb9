import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ContentItem, GroupedContent } from '@threadline/schema/content-item';
import { sectionNames } from '@threadline/schema/content-model';
import type { Context, TypedResponse } from 'hono';
import { matchesEtag } from '../platform/http/negotiation.ts';
import { apiHeaders } from '../platform/http/security-headers.ts';
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

type Content = Pick<ContentService, 'queries'>;

interface Prepared {
  revision: number;
  /** Bytes, not text: encoding it for every reply would cost more than sending it. */
  body: Buffer<ArrayBuffer>;
  headers: Record<string, string>;
}

/** Answers with the same bytes between two edits: text and headers are made once per revision. */
function createContentReader({ queries }: Content, kind: 'live' | 'working', currentRevision: () => number) {
  const cacheControl = kind === 'live' ? 'public, max-age=0, must-revalidate' : 'private, no-cache';
  let prepared: Prepared | undefined;

  function prepare(revision: number): Prepared {
    const items = queries.itemsAt(revision);
    const content = groupContent(kind === 'live' ? items.map((item) => ({ ...item, updatedBy: null })) : items);
    const body = Buffer.from(JSON.stringify({ success: true, revision, content } satisfies ContentBody));
    // By content, not by revision: after a restored backup the same number means other texts.
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

/** `GET /content` with a session: the working copy. */
export function createWorkingReader(content: Content) {
  const read = createContentReader(content, 'working', content.queries.latestRevision);
  return (context: Context) => read(context.req.header('if-none-match')) as ContentReply;
}

const contentPath = /^(?:\/api)?\/content\/?(?:\?.*)?$/;

/**
 * `GET /content` for everybody else: what is live. It looks at Node's own request, because this is the one call of the API
 * that is repeated, and request object, router and middleware would take half of its speed.
 *
 * @returns a function that answers undefined for every other request
 */
export function createLiveReader(content: Content, liveRevision: () => number | null | undefined) {
  const currentRevision = () => liveRevision() ?? content.queries.liveRevision();
  const read = createContentReader(content, 'live', currentRevision);
  return ({ method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): Response | undefined => {
    if ((method !== 'GET' && method !== 'HEAD') || !contentPath.test(url ?? '')) return undefined;
    return headers.authorization === undefined ? read(headers['if-none-match']) : undefined;
  };
}
