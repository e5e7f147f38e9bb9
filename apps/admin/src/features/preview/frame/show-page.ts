import { Idiomorph } from 'idiomorph';
import { nodesIn, type ReadPage, type TaggedNodes } from './read-page.ts';
import { isSlide } from './slides.ts';

/**
 * Puts a page into this document. The same page again is changed where it differs and nowhere else, so that it neither
 * flashes nor loses its place.
 *
 * @returns where the fields now stand
 */
export function showPage({ document: next, nodes }: ReadPage, isSamePage: boolean): TaggedNodes {
  showStyles(next);
  copyAttributes(document.documentElement, next.documentElement);
  if (isSamePage) {
    Idiomorph.morph(document.body, next.body, {
      morphStyle: 'outerHTML',
      // Which slide is in front is decided by what is edited.
      callbacks: { beforeAttributeUpdated: (name, element) => !(name === 'data-active' && isSlide(element)) },
    });
    const found = nodesIn(document.body, next.body, nodes);
    if (found) return found;
  }
  copyAttributes(document.body, next.body);
  document.body.replaceChildren(...next.body.childNodes);
  return nodes;
}

const styleSelector = 'style, link[rel="stylesheet"], link[rel="preload"]';
let shownStyles = '';

function showStyles(next: Document): void {
  const elements = [...next.head.querySelectorAll(styleSelector)];
  const styles = elements.map(({ outerHTML }) => outerHTML).join('\n');
  if (styles === shownStyles) return;
  shownStyles = styles;
  for (const old of document.head.querySelectorAll(styleSelector)) old.remove();
  document.head.append(...elements.map((element) => document.importNode(element, true)));
}

function copyAttributes(to: Element, from: Element): void {
  for (const { name } of [...to.attributes]) if (!from.hasAttribute(name)) to.removeAttribute(name);
  for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value);
}
