import type { Snapshot } from '@threadline/schema/content/snapshot';
import type { PreviewField } from '@threadline/schema/wire/preview';
import { createApp } from 'astro/app/entrypoint';
import { type LoadedContent, readSnapshot, readSnapshotWithPlaceholders } from '../content.ts';
import { listRoutes } from '../routes.ts';
import { annotateContent } from './annotate.ts';
import { toHeaderPolicy } from './header-policy.ts';
import { type PinnedRender, pinnedRender } from './pinned.ts';
import { isUnchanged, type Reads, trackReads } from './reads.ts';

/** A rendered file of the site, as it is published. */
export interface RenderedPage {
  status: number;
  contentType: string;
  /** Response headers that belong to this page, lower-case names. */
  headers: Record<string, string>;
  body: Uint8Array;
}

const app = createApp({ streaming: false });

/**
 * Every path of the site for this content.
 * @throws ContentError naming the items that do not fit the content model
 */
export function routes(snapshot: Snapshot): string[] {
  const paths = listRoutes(readSnapshot(snapshot).content);
  const listed = new Set(paths);
  for (const path of rendered.keys()) if (!listed.has(path)) rendered.delete(path);
  return paths;
}

/** Drawings, data and pictures whose name is a hash of what they are made of. */
const hashedName = /[./][0-9a-f]{8}\.(?:svg|json|png)$/;
const rendered = new Map<string, { page: RenderedPage; reads: Reads }>();

/**
 * Renders one path of the site. The same snapshot gives the same bytes. A page whose data has not changed since the last
 * call is the same object, so an edit renders only the pages that show it. Callers must not modify the result.
 *
 * @throws ContentError for content that does not fit the model, otherwise whatever the page threw
 */
export async function render(path: string, snapshot: Snapshot): Promise<RenderedPage> {
  // Checked before Astro sees it: a page would log the fault as its own.
  const loaded = readSnapshot(snapshot);
  const known = rendered.get(path);
  if (known && (hashedName.test(path) || isUnchanged(known.reads, loaded))) return known.page;
  const reads: Reads = new Map();
  const page = await renderWith(path, trackReads(loaded, reads));
  rendered.set(path, { page, reads });
  return page;
}

/** Renders a path without the cache. Tests compare `render` with it. */
export async function renderAnew(path: string, snapshot: Snapshot): Promise<RenderedPage> {
  return renderWith(path, readSnapshot(snapshot));
}

/**
 * Renders one path for an editor: the same page with its placeholders, and the tag of its field at the end of every text.
 * @throws ContentError for content that does not fit the model, otherwise whatever the page threw
 */
export async function renderTagged(
  path: string,
  snapshot: Snapshot,
): Promise<RenderedPage & { fields: PreviewField[] }> {
  const loaded = readSnapshotWithPlaceholders(snapshot);
  // Files named by a hash of their content are the published ones.
  const { content, fields } = annotateContent(loaded.content, readSnapshot(snapshot).content);
  return { ...(await renderWith(path, { ...loaded, content })), fields };
}

async function renderWith(path: string, loaded: LoadedContent): Promise<RenderedPage> {
  const pinned: PinnedRender = { loaded };
  const request = new Request(new URL(path, loaded.siteUrl));
  const response = await pinnedRender.run(pinned, () => app.render(request));
  if (pinned.error) throw pinned.error;
  const expected = path === '/404/' ? 404 : 200;
  if (response.status !== expected) throw new Error(`${path} answered ${response.status} instead of ${expected}.`);

  const headers: Record<string, string> = {};
  const policy = response.headers.get('content-security-policy');
  if (policy) headers['content-security-policy'] = toHeaderPolicy(policy);
  const location = response.headers.get('location');
  if (location) headers.location = location;
  const contentType = response.headers.get('content-type') ?? 'text/html';
  return {
    status: response.status,
    contentType: contentType === 'text/html' ? 'text/html; charset=utf-8' : contentType,
    headers,
    body: await response.bytes(),
  };
}
