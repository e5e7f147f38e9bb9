import { findMissingAlt } from '@threadline/schema/content/alt-text';
import type { ContentItem } from '@threadline/schema/content/content-item';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import type { PublishFault } from '@threadline/schema/wire/publishing';
import type { RenderedPage, RenderedSite } from '../render/renderer.ts';
import type { PageFacts, PageLink } from './read-page.ts';

const maxPageBytes = 1024 * 1024;
const maxOtherBytes = 5 * 1024 * 1024;
/** Enough for an editor; a fault in the footer occurs on every page. */
const maxFaults = 20;

interface CheckInput {
  snapshot: Snapshot;
  site: RenderedSite;
  /** Facts of the HTML pages by URL path. */
  facts: ReadonlyMap<string, PageFacts>;
  /** Returns true for paths outside the pages: assets, images, the admin and the API. */
  isServed: (path: string) => boolean;
}

/**
 * Finds faults that visitors would notice: links and anchors without a target, repeated ids, images without alt text,
 * and pages that are empty, failed or too large.
 *
 * @returns the faults with the content field that each comes from; empty if there are none
 */
export function checkSite(input: CheckInput): PublishFault[] {
  const faults = new Map<string, PublishFault>();
  for (const place of findMissingAlt(input.snapshot.items, input.snapshot.images))
    faults.set(`${place.section}.${place.key}${place.pointer}`, place);
  const { origin } = new URL(input.snapshot.siteUrl);
  for (const [path, page] of input.site) {
    for (const finding of listFaults(path, page, { ...input, origin })) {
      const { detail } = finding;
      // The same link on twelve pages is one fault.
      if (!faults.has(detail)) faults.set(detail, { detail, path, ...findPlace(input, finding) });
    }
  }
  return [...faults.values()].slice(0, maxFaults);
}

interface Finding {
  detail: string;
  /** The content text that causes the fault, if any. */
  text?: string;
  /** The id in the page that the fault is about, if any. */
  anchor?: string;
}

function findPlace({ snapshot: { items } }: CheckInput, { text, anchor }: Finding): Place | undefined {
  if (anchor !== undefined) return locateAnchor(items, anchor);
  return text === undefined ? undefined : locate(items, text);
}

interface PageCheck extends CheckInput {
  /** Of the public address. */
  origin: string;
}

function listFaults(path: string, page: RenderedPage, input: PageCheck): Finding[] {
  const expected = path === '/404/' ? 404 : 200;
  const isHtml = page.contentType.startsWith('text/html');
  const maxBytes = isHtml ? maxPageBytes : maxOtherBytes;
  const findings: Finding[] = [];
  if (page.status !== expected && page.status !== 200) {
    findings.push({ detail: `The page ${path} answered ${page.status}.` });
  }
  if (page.body.length === 0) findings.push({ detail: `The page ${path} is empty.` });
  if (page.body.length > maxBytes) {
    findings.push({ detail: `The page ${path} has ${page.body.length} bytes, more than ${maxBytes}.` });
  }
  const facts = input.facts.get(path);
  if (!facts) return findings;
  return [
    ...findings,
    ...[...facts.repeatedIds].map((id) => ({ detail: `The link name ${id} is used twice on ${path}.`, anchor: id })),
    ...facts.imagesWithoutAlt.map((src) => ({ detail: `The image ${src} has no alt text.`, text: src })),
    ...facts.links.flatMap((link) => {
      const detail = findLinkFault(link, path, input);
      return detail === undefined ? [] : [{ detail, text: link.url }];
    }),
  ];
}

/** The targets of links. A page that has not changed has the same links as in the last check. */
const targets = new WeakMap<PageLink, { base: string; target: URL | null }>();

function resolveLink(link: PageLink, base: string): URL | null {
  const known = targets.get(link);
  if (known?.base === base) return known.target;
  const target = URL.parse(link.url, base);
  targets.set(link, { base, target });
  return target;
}

const safeSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:', 'data:']);

function findLinkFault(link: PageLink, path: string, { origin, site, facts, isServed }: PageCheck): string | undefined {
  const target = resolveLink(link, `${origin}${path}`);
  if (!target) return `${link.url} in ${link.from} is not an address.`;
  if (!safeSchemes.has(target.protocol)) return `${link.url} in ${link.from} must not be linked to.`;
  if (target.origin !== origin) return undefined;
  // The image service exists only during development.
  if (target.pathname === '/_image') return `${link.url} in ${link.from} is not part of the published site.`;
  const page = [target.pathname, `${target.pathname}/`].find((each) => site.has(each));
  if (page === undefined) return isServed(target.pathname) ? undefined : `${link.url} leads nowhere.`;
  const anchor = decodeSafely(target.hash.slice(1));
  if (!link.isAnchor || anchor === '' || anchor === 'top' || facts.get(page)?.ids.has(anchor)) return undefined;
  return facts.has(page) ? `${link.url} leads to a section that does not exist on ${page}.` : undefined;
}

/** Decodes a file name or anchor for comparison; text with a stray `%` is returned unchanged. */
export function decodeSafely(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export interface Place {
  section: string;
  key: string;
  pointer: string;
}

/**
 * Finds the field that a piece of a page comes from, so that an editor knows what to change: a field with exactly this
 * text, else one that contains it. Undefined for text from the site's code.
 */
export function locate(items: readonly ContentItem[], text: string): Place | undefined {
  if (text === '') return undefined;
  return find(items, (value) => value === text) ?? find(items, (value) => value.includes(text));
}

/**
 * Finds the field that sets an id in the page; else the entry whose key, after the prefix of its list, is the id. The content
 * model could tell the lists apart, but it would be a third of the memory of the idle publisher.
 */
export function locateAnchor(items: readonly ContentItem[], id: string): Place | undefined {
  const named = locate(items, id);
  if (named?.pointer.endsWith('/anchor')) return named;
  const entry = items.find(({ key }) => key.slice(key.indexOf('-') + 1) === id);
  return entry && { section: entry.section, key: entry.key, pointer: '' };
}

function find(items: readonly ContentItem[], matches: (value: string) => boolean): Place | undefined {
  for (const { section, key, value } of items) {
    const path = findPath(value, matches);
    if (path) return { section, key, pointer: path.map((part) => `/${part}`).join('') };
  }
  return undefined;
}

function findPath(value: unknown, matches: (value: string) => boolean): string[] | undefined {
  if (typeof value === 'string') return matches(value) ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, child] of Object.entries(value)) {
    const path = findPath(child, matches);
    if (path) return [name, ...path];
  }
  return undefined;
}
