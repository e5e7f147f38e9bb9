import { z } from 'zod';
import { isRichText, type RichText } from '../rich-text/rich-text.ts';
import { getPlainText } from '../rich-text/to-text.ts';
import {
  createLinkUpdate,
  getArticleId,
  getFirstArticleHref,
  isArticle,
  listFormerArticleHrefs,
} from './article-address.ts';
import { claimsPage, hasSourceLine } from './claims.ts';
import type { ContentItem } from './content-item.ts';
import { findDefinition } from './content-model.ts';
import { hidePlaceholders } from './placeholders.ts';
import { resolveSchema } from './resolve-schema.ts';

type Item = Pick<ContentItem, 'section' | 'key' | 'value' | 'metadata'>;

/** A page or anchor of the site that a link can lead to. */
export interface LinkTarget {
  href: string;
  /** Earlier addresses of an article. Links to them lead to the target. */
  formerHrefs?: readonly string[];
  /** The first address of an article, at which its preview is opened. */
  firstHref?: string;
  label: string;
  group: string;
}

/** The group of the anchors of the landing page. */
export const landingPageGroup = 'On the home page';

/** Anchors of the landing page, in page order, that do not depend on the content. */
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

/** Pages that do not depend on the content. */
export const fixedPages = {
  '/': 'Home page',
  '/insights/': 'All articles',
  '/careers/': 'Careers',
  '/sitemap/': 'Sitemap',
  '/thanks/': 'Thank you',
};

/** Lists whose entries have an anchor or a page of their own. `parent` is the place for links to an entry that is gone. */
const entryPlaces = [
  { section: 'about', prefix: 'person', group: 'People', parent: '#about', getHref: (id: string) => `#person-${id}` },
  { section: 'services', prefix: 'service', group: 'Services', parent: '#services', getHref: (id: string) => `#${id}` },
  { section: 'site', prefix: 'page', group: 'Pages', parent: '#contact', getHref: (id: string) => `/${id}/` },
  {
    section: 'insights',
    prefix: 'article',
    group: 'Articles',
    parent: '/insights/',
    getHref: (id: string) => `/insights/${id}/`,
  },
  {
    section: 'site',
    prefix: 'opening',
    group: 'Openings',
    parent: '/careers/',
    getHref: (id: string) => `/careers/#${id}`,
  },
];

function findEntryPlace({ section, key }: Pick<Item, 'section' | 'key'>) {
  return entryPlaces.find((place) => place.section === section && key.startsWith(`${place.prefix}-`));
}

const entrySchema = z.object({
  title: z.string().optional(),
  name: z.string().optional(),
  body: z.custom<RichText>(isRichText).optional().catch(undefined),
});

/** Returns every link target of the site, the landing page's first. Hidden entries are left out. */
export function listLinkTargets(items: readonly Item[]): LinkTarget[] {
  const fixed = (places: Record<string, string>, group: string) =>
    Object.entries(places).map(([href, label]) => ({ href, label, group }));
  const targets = [
    ...fixed(landingPlaces, landingPageGroup),
    ...fixed(fixedPages, 'Pages'),
    ...fixed(items.some(isSourced) ? { [claimsPage]: 'All figures' } : {}, 'Pages'),
    ...entryPlaces.flatMap((place) =>
      items
        .filter((item) => findEntryPlace(item) === place && isShown(item))
        .flatMap((item) => entryTargets(item, place.group)),
    ),
  ];
  return [...new Map(targets.toReversed().map((target) => [target.href, target])).values()].toReversed();
}

/** Returns the target of a link, which may be an earlier address. */
export function findLinkTarget(targets: readonly LinkTarget[], href: string): LinkTarget | undefined {
  return targets.find((target) => target.href === href || target.formerHrefs?.includes(href));
}

function entryTargets(item: Item, group: string): LinkTarget[] {
  const { section, key, value } = item;
  const { name = key, title = name, body } = entrySchema.safeParse(value).data ?? {};
  const href = getAddress(section, key, value) ?? '';
  const former = isArticle(item) ? listFormerArticleHrefs(item) : [];
  const at = (hash: string) => ({
    href: href + hash,
    ...(former.length > 0 && { formerHrefs: former.map((each) => each + hash) }),
  });
  const headings = body?.content.flatMap((block) => {
    const anchor = block.type === 'heading' ? block.attrs.anchor : '';
    return anchor === '' ? [] : { ...at(`#${anchor}`), label: `${title}: ${getPlainText(block) || anchor}`, group };
  });
  const first = isArticle(item) && { firstHref: getFirstArticleHref(item) };
  return [{ ...at(''), ...first, label: title, group }, ...(headings ?? [])];
}

const sourcedSchema = z.object({ basis: z.string(), period: z.string(), countedOn: z.string() });

/** Returns true if visitors see the item as a figure with its source line. */
function isSourced(item: Item): boolean {
  const definition = item.section === 'stats' ? findDefinition(item.section, item.key) : undefined;
  if (!definition || !isShown(item)) return false;
  const { data } = sourcedSchema.safeParse(hidePlaceholders(definition.schema, item.value).value);
  return data !== undefined && hasSourceLine(data);
}

/** Returns true if the item is on the page. Only entries of lists can be hidden. */
export function isShown({ section, key, metadata }: Pick<Item, 'section' | 'key' | 'metadata'>): boolean {
  return !(metadata.hidden && findDefinition(section, key)?.list);
}

/** Files and paths of other apps; the publisher checks whether they exist. */
const pathsOutsidePages = /^\/(?:404|media|admin|api|auth|content|p|art|data|share|_astro)(?:\/|$)|\.[a-z0-9]+\/?$/;

/** Returns a function that checks whether a link leads to a target on the site, or to another site. */
export function createLinkCheck(items: readonly Item[]): (href: string) => boolean {
  const known = new Set(
    [...listLinkTargets(items).map(({ href }) => href), ...listFormerAnchors(items)].map(normaliseHref),
  );
  const update = createLinkUpdate(items.filter(isShown));
  return (href) => {
    if (!/^[#/]/.test(href)) return true;
    const place = normaliseHref(update(href));
    return known.has(place) || pathsOutsidePages.test(place);
  };
}

/** Returns the common form of `#terms`, `/#terms` and `/?x#terms`; a trailing slash is added to the path. */
function normaliseHref(href: string): string {
  const { pathname, hash } = new URL(href, 'https://site.invalid');
  return `${pathname.replace(/(?<!\/)\/*$/, '/')}${hash === '#top' ? '' : hash}`;
}

function isFooterLink({ section, key }: Pick<Item, 'section' | 'key'>): boolean {
  return section === 'footer' && key.startsWith('link-');
}

/** Returns true if other items can link to something that this item creates. */
export function isPlace(item: Pick<Item, 'section' | 'key'>): boolean {
  return findEntryPlace(item) !== undefined || isFooterLink(item);
}

/**
 * Returns the URL of an entry; undefined if it has none.
 *
 * @param value of an article, which may have another address than that of its key
 */
export function getAddress(section: string, key: string, value?: unknown): string | undefined {
  const place = findEntryPlace({ section, key });
  const id = isArticle({ section, key }) ? getArticleId({ section, key, value }) : key.slice(key.indexOf('-') + 1);
  return place?.getHref(id);
}

/** Returns the entries of lists to which a link may lead, whether or not they exist. */
export function listEntriesAt(href: string): Pick<Item, 'section' | 'key'>[] {
  const ids = href.split(/[/#]/).filter((part) => part !== '');
  return entryPlaces.flatMap(({ section, prefix, getHref }) =>
    ids.filter((id) => href.startsWith(getHref(id))).map((id) => ({ section, key: `${prefix}-${id}` })),
  );
}

/** Returns the place to which links to an entry lead after it was hidden or removed; undefined if it has no URL. */
export function getParentHref({ section, key }: Pick<Item, 'section' | 'key'>): string | undefined {
  return findEntryPlace({ section, key })?.parent;
}

/** Returns true if the URL of such an entry belongs to the site itself: the entry cannot be created. */
export function isReservedKey(section: string, key: string): boolean {
  const address = getAddress(section, key);
  return (
    address !== undefined &&
    (address in landingPlaces || address in fixedPages || address === claimsPage || pathsOutsidePages.test(address))
  );
}

/**
 * Returns the former placeholder anchors of Spec §2 (`#privacy`). They lead to the footer's link to the page that
 * replaced them.
 */
function listFormerAnchors(items: readonly Item[]): string[] {
  return items
    .filter(isFooterLink)
    .flatMap(({ section, key, value }) => listLinks({ section, key, value }))
    .flatMap(({ href }) => /^\/([a-z]+)\/$/.exec(href)?.[1] ?? [])
    .map((name) => `#${name}`);
}

interface ContentLink {
  /** The path of the link in the value. */
  path: (string | number)[];
  href: string;
}

/** Returns the links in an item, found by its schema. */
export function listLinks({ section, key, value }: Pick<Item, 'section' | 'key' | 'value'>): ContentLink[] {
  return listLinksAt(findDefinition(section, key)?.schema, value, []);
}

function listLinksAt(declared: unknown, part: unknown, path: ContentLink['path']): ContentLink[] {
  const schema = resolveSchema(declared, part);
  if (schema instanceof z.ZodArray) {
    return Array.isArray(part)
      ? part.flatMap((entry, index) => listLinksAt(schema.element, entry, [...path, index]))
      : [];
  }
  if (schema instanceof z.ZodObject) {
    const fields = part as Record<string, unknown> | undefined;
    return Object.entries(schema.shape).flatMap(([name, field]) => listLinksAt(field, fields?.[name], [...path, name]));
  }
  const isLink = schema instanceof z.ZodType && schema.meta()?.input === 'link';
  return isLink && typeof part === 'string' && part !== '' ? [{ path, href: part }] : [];
}

/** Returns the item's links that visitors see; none if the entry is hidden. */
export function listShownLinks(item: Item): ContentLink[] {
  return isShown(item) ? listLinks(item) : [];
}
