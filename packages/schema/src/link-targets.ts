import { z } from 'zod';
import type { ContentItem } from './content-item.ts';
import { findDefinition } from './content-model.ts';

type Item = Pick<ContentItem, 'section' | 'key' | 'value' | 'metadata'>;

/** A place of the site that a link can lead to. */
export interface LinkTarget {
  href: string;
  label: string;
  group: string;
}

/** Places of the landing page, in its order, that are there whatever the content. */
const landingPlaces = {
  '#about': 'About',
  '#stats': 'Results',
  '#services': 'Services',
  '#growth-audit': 'Growth check',
  '#sample-dashboard': 'Sample dashboard',
  '#process': 'Process',
  '#approach': 'How an engagement runs',
  '#insights': 'Insights',
  '#contact': 'Contact',
};

/** Pages that the site makes whatever the content. */
export const fixedPages = {
  '/': 'Landing page',
  '/insights/': 'All articles',
  '/careers/': 'Careers',
  '/sitemap/': 'Site map',
  '/thanks/': 'Thank you',
};

/** Lists whose entries are places: at an anchor of a page, or as a page of their own. */
const entryPlaces = [
  { section: 'services', prefix: 'service', group: 'Services', hrefOf: (id: string) => `#${id}` },
  { section: 'site', prefix: 'page', group: 'Pages', hrefOf: (id: string) => `/${id}/` },
  { section: 'insights', prefix: 'article', group: 'Articles', hrefOf: (id: string) => `/insights/${id}/` },
  { section: 'site', prefix: 'opening', group: 'Openings', hrefOf: (id: string) => `/careers/#${id}` },
];

function placeOf({ section, key }: Pick<Item, 'section' | 'key'>) {
  return entryPlaces.find((place) => place.section === section && key.startsWith(`${place.prefix}-`));
}

const entrySchema = z.object({
  title: z.string(),
  body: z
    .array(z.object({ heading: z.string(), anchor: z.string() }))
    .optional()
    .catch(undefined),
});

/** Every place of the site, the landing page's first. Hidden entries are no places. */
export function linkTargets(items: readonly Item[]): LinkTarget[] {
  const fixed = (places: Record<string, string>, group: string) =>
    Object.entries(places).map(([href, label]) => ({ href, label, group }));
  const targets = [
    ...fixed(landingPlaces, 'On the landing page'),
    ...fixed(fixedPages, 'Pages'),
    ...entryPlaces.flatMap((place) =>
      items
        .filter((item) => placeOf(item) === place && isShown(item))
        .flatMap((item) => entryTargets(item, place.group)),
    ),
  ];
  return [...new Map(targets.toReversed().map((target) => [target.href, target])).values()].toReversed();
}

function entryTargets({ section, key, value }: Item, group: string): LinkTarget[] {
  const { title = key, body = [] } = entrySchema.safeParse(value).data ?? {};
  const href = addressOf(section, key) ?? '';
  const parts = body.filter(({ anchor }) => anchor !== '');
  return [
    { href, label: title, group },
    ...parts.map(({ anchor, heading }) => ({
      href: `${href}#${anchor}`,
      label: `${title}: ${heading || anchor}`,
      group,
    })),
  ];
}

/** Only entries of lists can be hidden; a single text is always part of the page. */
function isShown({ section, key, metadata }: Item): boolean {
  return !(metadata.hidden && findDefinition(section, key)?.list);
}

/** Files, and what other apps answer: the publisher knows whether they are there. */
const besideThePages = /^\/(?:404|media|admin|api|auth|content|preview|art|data|share|_astro)(?:\/|$)|\.[a-z0-9]+\/?$/;

/** Answers whether a link leads to a place of the site, or away from it. */
export function linkCheck(items: readonly Item[]): (href: string) => boolean {
  const known = new Set([...linkTargets(items).map(({ href }) => href), ...oldAnchors(items)].map(normalised));
  return (href) => {
    if (!/^[#/]/.test(href)) return true;
    const place = normalised(href);
    return known.has(place) || besideThePages.test(place);
  };
}

/** `#terms`, `/#terms` and `/?x#terms` are one place; the end of the path may lack its slash. */
function normalised(href: string): string {
  const { pathname, hash } = new URL(href, 'https://site.invalid');
  return `${pathname.replace(/(?<!\/)\/*$/, '/')}${hash === '#top' ? '' : hash}`;
}

function isFooterLink({ section, key }: Pick<Item, 'section' | 'key'>): boolean {
  return section === 'footer' && key.startsWith('link-');
}

/** Whether links can lead to something that this item makes. */
export function isPlace(item: Pick<Item, 'section' | 'key'>): boolean {
  return placeOf(item) !== undefined || isFooterLink(item);
}

/** Where visitors find an entry; undefined for one that is no place. */
export function addressOf(section: string, key: string): string | undefined {
  const place = placeOf({ section, key });
  return place?.hrefOf(key.slice(place.prefix.length + 1));
}

/** Whether the site has a place of its own where an entry of this key would stand: no such entry may be made. */
export function isReservedKey(section: string, key: string): boolean {
  const address = addressOf(section, key);
  return address !== undefined && (address in landingPlaces || address in fixedPages || besideThePages.test(address));
}

/** The placeholders of Spec §2 (`#privacy`): they arrive at the footer's link to the page that took their place. */
function oldAnchors(items: readonly Item[]): string[] {
  return items
    .filter(isFooterLink)
    .flatMap(({ section, key, value }) => linksIn({ section, key, value }))
    .flatMap(({ href }) => /^\/([a-z]+)\/$/.exec(href)?.[1] ?? [])
    .map((name) => `#${name}`);
}

interface ContentLink {
  /** Where in the value it stands. */
  path: (string | number)[];
  href: string;
}

/** The links in an item, found by its schema. */
export function linksIn({ section, key, value }: Pick<Item, 'section' | 'key' | 'value'>): ContentLink[] {
  return linksAt(findDefinition(section, key)?.schema, value, []);
}

function linksAt(schema: unknown, part: unknown, path: ContentLink['path']): ContentLink[] {
  if (schema instanceof z.ZodDefault) return linksAt(schema.unwrap(), part, path);
  if (schema instanceof z.ZodArray) {
    return Array.isArray(part) ? part.flatMap((entry, index) => linksAt(schema.element, entry, [...path, index])) : [];
  }
  if (schema instanceof z.ZodObject) {
    const fields = part as Record<string, unknown> | undefined;
    return Object.entries(schema.shape).flatMap(([name, field]) => linksAt(field, fields?.[name], [...path, name]));
  }
  const isLink = schema instanceof z.ZodType && schema.meta()?.input === 'link';
  return isLink && typeof part === 'string' && part !== '' ? [{ path, href: part }] : [];
}

/** The links on the page that an item has; a hidden entry has none. */
export function shownLinks(item: Item): ContentLink[] {
  return isShown(item) ? linksIn(item) : [];
}
