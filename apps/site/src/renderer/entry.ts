import type { Snapshot } from '@threadline/schema/snapshot';
import { createApp } from 'astro/app/entrypoint';
import { contentOf } from '../content.ts';
import { listRoutes } from '../routes.ts';
import { type PinnedRender, pinnedRender } from './pinned.ts';

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
  return listRoutes(contentOf(snapshot).content);
}

/** Drawings and data whose name is a hash of their bytes: an edit hardly ever changes them, so they are rendered once. */
const hashedName = /[./][0-9a-f]{8}\.(?:svg|json)$/;
const longestMemory = 200;
const hashedFiles = new Map<string, RenderedPage>();

/**
 * Renders one path of the site. The same snapshot gives the same bytes.
 * @throws ContentError for content that does not fit the model, otherwise whatever the page threw
 */
export async function render(path: string, snapshot: Snapshot): Promise<RenderedPage> {
  if (!hashedName.test(path)) return renderAnew(path, snapshot);
  const known = hashedFiles.get(path) ?? (await renderAnew(path, snapshot));
  if (hashedFiles.size >= longestMemory) hashedFiles.clear();
  hashedFiles.set(path, known);
  // A copy: whoever gets it may hand the bytes over to another thread, and has them alone then.
  return { ...known, body: known.body.slice() };
}

async function renderAnew(path: string, snapshot: Snapshot): Promise<RenderedPage> {
  // Checked before Astro sees it: a page would log the fault as its own.
  contentOf(snapshot);
  const pinned: PinnedRender = { snapshot };
  const response = await pinnedRender.run(pinned, () => app.render(new Request(new URL(path, snapshot.siteUrl))));
  if (pinned.error) throw pinned.error;
  const expected = path === '/404/' ? 404 : 200;
  if (response.status !== expected) throw new Error(`${path} answered ${response.status} instead of ${expected}.`);

  const headers: Record<string, string> = {};
  const policy = response.headers.get('content-security-policy');
  // A meta element cannot say who may frame the page; a header can.
  if (policy) headers['content-security-policy'] = `${policy.replace(/;?\s*$/, '')}; frame-ancestors 'none'`;
  const contentType = response.headers.get('content-type') ?? 'text/html';
  return {
    status: response.status,
    contentType: contentType === 'text/html' ? 'text/html; charset=utf-8' : contentType,
    headers,
    body: await response.bytes(),
  };
}
