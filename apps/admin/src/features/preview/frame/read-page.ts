import { type TaggedPart, tagsIn, withoutTags } from '@threadline/schema/preview-tags';

/** Where the fields stand in a page, by the nodes that hold their words. */
export interface TaggedNodes {
  texts: Map<Text, TaggedPart[]>;
  /** Elements whose description or name is content: pictures, groups, inputs. */
  elements: Map<Element, number[]>;
}

export interface ReadPage {
  document: Document;
  nodes: TaggedNodes;
}

/** Attributes that people hear or see. */
const spoken = new Set(['alt', 'aria-label', 'title', 'placeholder']);

// The page is only parsed: its scripts are taken out, and this document's policy would not run them either.
const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: object): Policy } };
interface Policy {
  /** A string only for the types; the parser takes nothing else. */
  createHTML(html: string): string;
}
const policy = trustedTypes?.createPolicy('preview-page', { createHTML: (html: string) => html });

/** The page as it is published, and beside it what its tags have told. */
export function readPage(html: string): ReadPage {
  const markup = policy?.createHTML(html) ?? html;
  const document = new DOMParser().parseFromString(markup, 'text/html');
  for (const script of document.querySelectorAll('script, noscript, meta[http-equiv]')) script.remove();
  const nodes: TaggedNodes = { texts: new Map(), elements: new Map() };
  for (const element of document.querySelectorAll('*')) readAttributes(element, nodes);
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const parts = tagsIn(node.data);
    if (parts.length === 0) continue;
    nodes.texts.set(node, parts);
    node.data = withoutTags(node.data);
  }
  return { document, nodes };
}

function readAttributes(element: Element, { elements }: TaggedNodes): void {
  for (const attribute of element.attributes) {
    const plain = withoutTags(attribute.value);
    if (plain === attribute.value) continue;
    if (spoken.has(attribute.name)) {
      const fields = tagsIn(attribute.value).map(({ field }) => field);
      elements.set(element, [...(elements.get(element) ?? []), ...fields]);
    }
    attribute.value = plain;
  }
}

/** The same places in another tree of the same shape; undefined when the shapes differ. */
export function nodesIn(live: Node, read: Node, { texts, elements }: TaggedNodes): TaggedNodes | undefined {
  const found: TaggedNodes = { texts: new Map(), elements: new Map() };
  const shown = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const liveWalker = document.createTreeWalker(live, shown);
  const readWalker = document.createTreeWalker(read, shown);
  for (;;) {
    const [one, other] = [liveWalker.nextNode(), readWalker.nextNode()];
    if (one?.nodeName !== other?.nodeName) return undefined;
    if (!one || !other) return found;
    const parts = texts.get(other as Text);
    const fields = elements.get(other as Element);
    if (parts) found.texts.set(one as Text, parts);
    if (fields) found.elements.set(one as Element, fields);
  }
}
