import { createHash } from 'node:crypto';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import { matchesEtag } from '@threadline/schema/wire/negotiation';
import type { Context } from 'hono';
import type { Config } from '../config.ts';
import { findMentionedImages } from '../content/images.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { listRenderableImages } from '../media/stored-images.ts';

type Addresses = Pick<Config, 'siteUrl' | 'appUrl' | 'mediaUrl'>;

/**
 * Everything a page may depend on, at a revision. Names of editors stay inside: a snapshot is as public as the page.
 */
export function readSnapshot(
  { config, db }: { config: Addresses; db: Deps['db'] },
  queries: ContentQueries,
  revision: number,
): Snapshot {
  const items = queries.itemsAt(revision).map((item) => ({ ...item, updatedBy: null }));
  const publicIds = new Set(items.flatMap((item) => [...findMentionedImages(item.value)]));
  const { siteUrl, appUrl, mediaUrl } = config;
  const apiUrl = appUrl === siteUrl ? '' : appUrl;
  return { revision, siteUrl, apiUrl, mediaUrl, items, images: listRenderableImages(db, [...publicIds]) };
}

/** Images change without a new revision, so a prepared snapshot expires. */
const maxAgeMs = 1000;

/**
 * Handles `GET /api/snapshot`: the live content, for static builds elsewhere. It is public, so it is prepared at most once
 * a second.
 */
export function createLiveSnapshot(deps: { config: Addresses } & Pick<Deps, 'db' | 'now'>, queries: ContentQueries) {
  let prepared: { revision: number; at: number; body: string; headers: Record<string, string> } | undefined;

  function prepare(revision: number) {
    const body = JSON.stringify(readSnapshot(deps, queries, revision));
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 32);
    const cacheControl = 'public, max-age=0, must-revalidate';
    return {
      revision,
      at: deps.now().getTime(),
      body,
      headers: { 'content-type': 'application/json', 'cache-control': cacheControl, etag: `"${hash}"` },
    };
  }

  return (context: Context): Response => {
    const revision = queries.liveRevision();
    const isOld = !prepared || deps.now().getTime() - prepared.at > maxAgeMs;
    if (isOld || prepared?.revision !== revision) prepared = prepare(revision);
    const { body, headers } = prepared;
    if (matchesEtag(context.req.header('if-none-match'), headers.etag ?? '')) return context.body(null, 304, headers);
    return context.body(body, 200, headers);
  };
}
