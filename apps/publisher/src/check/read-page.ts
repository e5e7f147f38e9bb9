import { Parser } from 'htmlparser2';

export interface PageLink {
  url: string;
  /** Element and attribute, for the fault. */
  from: string;
  /** True if the fragment refers to an anchor in the target page. */
  isAnchor: boolean;
}

/** The facts about a page that the checks use. */
export interface PageFacts {
  ids: Set<string>;
  repeatedIds: Set<string>;
  links: PageLink[];
  /** `src` of images without an alt attribute. */
  imagesWithoutAlt: string[];
  /** Files of the library in the page, wherever they occur: in a `srcset`, in the data of an island. */
  media: Set<string>;
}

type Attributes = Record<string, string>;

const urlAttributes: Record<string, readonly string[]> = {
  a: ['href'],
  area: ['href'],
  link: ['href'],
  script: ['src'],
  img: ['src'],
  source: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  track: ['src'],
  iframe: ['src'],
  embed: ['src'],
  object: ['data'],
  use: ['href', 'xlink:href'],
  image: ['href', 'xlink:href'],
  form: ['action'],
  button: ['formaction'],
  'astro-island': ['component-url', 'renderer-url', 'before-hydration-url'],
};
const setAttributes: Record<string, string> = { img: 'srcset', source: 'srcset', link: 'imagesrcset' };
const previewNames = new Set(['og:image', 'og:url', 'twitter:image']);
const anchorElements = new Set(['a', 'area', 'use']);
/** A hint to open a connection is not a link to a file. */
const connectionRels = new Set(['preconnect', 'dns-prefetch']);

const mediaAddress = /\/media\/[0-9a-f]{32}(?:-[0-9a-f]{12})?-\d{1,5}\.(?:avif|webp|svg|jpg|png|mp4|webm|vtt)/g;

/** Reads the facts of a page in one pass, without building a tree. */
export function readPage(html: string): PageFacts {
  const facts: PageFacts = {
    ids: new Set(),
    repeatedIds: new Set(),
    links: [],
    imagesWithoutAlt: [],
    media: new Set(html.match(mediaAddress)),
  };
  const parser = new Parser({ onopentag: (element, attributes) => addElement(facts, element, attributes) });
  parser.end(html);
  return facts;
}

function addElement(facts: PageFacts, element: string, attributes: Attributes): void {
  const { id } = attributes;
  if (id !== undefined) (facts.ids.has(id) ? facts.repeatedIds : facts.ids).add(id);
  if (element === 'a' && attributes.name) facts.ids.add(attributes.name);
  if (element === 'img' && attributes.alt === undefined) facts.imagesWithoutAlt.push(attributes.src ?? '');
  if (element !== 'link' || !connectionRels.has(attributes.rel ?? '')) addLinks(facts, element, attributes);
}

function addLinks(facts: PageFacts, element: string, attributes: Attributes): void {
  for (const name of urlAttributes[element] ?? []) addLink(facts, { element, name, url: attributes[name] });
  const setName = setAttributes[element];
  if (setName) {
    for (const url of parseSrcset(attributes[setName])) addLink(facts, { element, name: setName, url });
  }
  if (element === 'meta' && previewNames.has(attributes.property ?? attributes.name ?? '')) {
    addLink(facts, { element, name: 'content', url: attributes.content });
  }
}

function addLink(facts: PageFacts, link: { element: string; name: string; url: string | undefined }): void {
  if (link.url === undefined) return;
  const from = `<${link.element} ${link.name}>`;
  facts.links.push({ url: link.url, from, isAnchor: anchorElements.has(link.element) });
}

/** Returns the URLs of a `srcset`: `a.avif 480w, b.avif 2x`. */
function parseSrcset(set: string | undefined): string[] {
  return (set ?? '')
    .split(/,\s+|,$/)
    .map((candidate) => candidate.trim().split(/\s/)[0] ?? '')
    .filter((url) => url !== '');
}

interface Readable {
  path: string;
  body: Uint8Array;
  entry: { sha256: string; contentType: string };
}

/**
 * Returns a reader for the HTML pages of a site, by URL path. Pages with the same bytes as in the previous call are not
 * read again.
 */
export function createPageReader() {
  let seen = new Map<string, PageFacts>();

  return (pages: readonly Readable[]): Map<string, PageFacts> => {
    const html = pages.filter(({ entry }) => entry.contentType.startsWith('text/html'));
    const read = html.map(({ path, body, entry }) => {
      const facts = seen.get(entry.sha256) ?? readPage(new TextDecoder().decode(body));
      return { path, sha256: entry.sha256, facts };
    });
    seen = new Map(read.map(({ sha256, facts }) => [sha256, facts]));
    return new Map(read.map(({ path, facts }) => [path, facts]));
  };
}
