import { listTaggedParts, stripTags, type TaggedPart } from '@threadline/schema/content/preview-tags';
import { Idiomorph } from 'idiomorph';
import { isSlide, updateSlides } from './visibility.ts';

/** The fields of a page, by the nodes that hold their text. */
export interface TaggedNodes {
  texts: Map<Text, TaggedPart[]>;
  /** Elements with a description or name from the content: pictures, groups, inputs. */
  elements: Map<Element, number[]>;
}

/** The element in which the user types. */
interface TypedElement {
  element: Element;
  /** Returns whether a tag of the page is that of the typed field. */
  isField: (tag: number) => boolean;
}

/** Attributes with text that users see or hear. */
const textAttributes = new Set(['alt', 'aria-label', 'title', 'placeholder']);

// The document is only parsed: its scripts are removed, and the content security policy would not run them either.
const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: object): Policy } };
interface Policy {
  /** Returns a `TrustedHTML`, which the types of the parser do not know. */
  createHTML(html: string): string;
}
const policy = trustedTypes?.createPolicy('preview-page', { createHTML: (html: string) => html });

/**
 * Shows a rendered page in this document. The same page is changed only where it differs, so that it neither flashes nor
 * scrolls.
 *
 * @param typed stays as it is
 * @returns the nodes of the fields; undefined if the page lacks that element, and is not shown for this reason
 */
export function showPage(html: string, isSamePage: boolean, typed?: TypedElement): TaggedNodes | undefined {
  const next = new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html');
  for (const script of next.querySelectorAll('script, meta[http-equiv]')) script.remove();
  // The page as it is without scripts: with all styles and drawings from the start. The parser reads these parts as elements.
  for (const part of next.querySelectorAll('noscript')) part.replaceWith(...part.childNodes);
  const nodes = removeTags(next);
  if (typed && !copyText(typed, { next, nodes })) return undefined;
  showStyles(next);
  copyAttributes(document.documentElement, next.documentElement);
  if (isSamePage) {
    Idiomorph.morph(document.body, next.body, {
      morphStyle: 'outerHTML',
      callbacks: {
        // The focused field decides which slide is visible.
        beforeAttributeUpdated: (name, element) => !(name === 'data-active' && isSlide(element)),
        beforeNodeMorphed: (node) => node !== typed?.element,
      },
    });
    updateSlides();
    const mapped = mapNodes(document.body, next.body, nodes);
    if (mapped) return mapped;
  }
  copyAttributes(document.body, next.body);
  document.body.replaceChildren(...next.body.childNodes);
  return nodes;
}

/** Copies a shown text to the same place of the parsed page. Returns whether that has it. */
function copyText(
  { element: shown, isField }: TypedElement,
  { next, nodes }: { next: Document; nodes: TaggedNodes },
): boolean {
  const path: number[] = [];
  for (let element = shown; element !== document.body && element.parentElement; element = element.parentElement)
    path.unshift([...element.parentElement.children].indexOf(element));
  const counterpart = path.reduce<Element | undefined>((element, index) => element?.children[index], next.body);
  const text = counterpart?.firstChild;
  if (counterpart?.localName !== shown.localName || !(text instanceof Text) || counterpart.childNodes.length !== 1)
    return false;
  const [part, ...others] = nodes.texts.get(text) ?? [];
  // The place of another entry, if one was added or removed before it.
  if (!part || others.length > 0 || !isField(part.field)) return false;
  text.data = shown.textContent ?? '';
  return true;
}

/** Removes the tags from a parsed page. Returns the nodes in which they were. */
function removeTags(page: Document): TaggedNodes {
  const nodes: TaggedNodes = { texts: new Map(), elements: new Map() };
  for (const element of page.querySelectorAll('*')) {
    for (const attribute of element.attributes) {
      const text = stripTags(attribute.value);
      if (text === attribute.value) continue;
      if (textAttributes.has(attribute.name)) {
        const fields = listTaggedParts(attribute.value).map(({ field }) => field);
        nodes.elements.set(element, [...(nodes.elements.get(element) ?? []), ...fields]);
      }
      attribute.value = text;
    }
  }
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const parts = listTaggedParts(node.data);
    if (parts.length === 0) continue;
    nodes.texts.set(node, parts);
    node.data = stripTags(node.data);
  }
  return nodes;
}

/** Returns the corresponding nodes of the shown tree, or undefined when the trees differ in shape. */
function mapNodes(shown: Node, parsed: Node, { texts, elements }: TaggedNodes): TaggedNodes | undefined {
  const mapped: TaggedNodes = { texts: new Map(), elements: new Map() };
  const filter = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const shownWalker = document.createTreeWalker(shown, filter);
  const parsedWalker = document.createTreeWalker(parsed, filter);
  for (;;) {
    const [one, other] = [shownWalker.nextNode(), parsedWalker.nextNode()];
    if (one?.nodeName !== other?.nodeName) return undefined;
    if (!one || !other) return mapped;
    const parts = texts.get(other as Text);
    const fields = elements.get(other as Element);
    if (parts) mapped.texts.set(one as Text, parts);
    if (fields) mapped.elements.set(one as Element, fields);
  }
}

const styleSelector = 'style, link[rel="stylesheet"]';

/** Moves the styles of a page to this document. Those that it shows already stay: a style sheet would be loaded again. */
function showStyles(next: Document): void {
  const elements = [...next.querySelectorAll(styleSelector)];
  for (const element of elements) element.remove();
  const shown = [...document.head.querySelectorAll(styleSelector)];
  for (const old of shown) if (!elements.some((element) => element.isEqualNode(old))) old.remove();
  const added = elements.filter((element) => !shown.some((old) => element.isEqualNode(old)));
  // Style sheets come after the styles in the page, as there.
  document.head.prepend(...added.filter((element) => element.matches('style')));
  document.head.append(...added.filter((element) => element.matches('link')));
}

function copyAttributes(to: Element, from: Element): void {
  for (const { name } of [...to.attributes]) if (!from.hasAttribute(name)) to.removeAttribute(name);
  for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value);
}
