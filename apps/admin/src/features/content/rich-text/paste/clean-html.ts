import { removeHidden } from '../../../../format/one-line.ts';
import { blockName } from '../block-attributes.ts';
import { convertWordLists, nestLists } from './lists.ts';
import { readStyle } from './read-style.ts';
import { splitMergedCells } from './tables.ts';
import { convertTypedLists } from './typed-lists.ts';

export interface CleanedPaste {
  /** Only elements that the declaration of rich text knows. */
  content: HTMLElement;
  pictureCount: number;
}

const headings = 'h1, h2, h3, h4, h5, h6';
const blocks = 'p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, table, thead, tbody, tfoot, tr, td, th, div, figure';
/** Elements that only divide a page. */
const dividers =
  'section, article, main, header, footer, aside, nav, address, center, pre, dl, dt, dd, details, summary, figcaption, form, fieldset';
const allowed = new Set([...blocks.split(', '), 'strong', 'em', 'a', 'br']);
const removed = 'script, style, title, input, select, textarea, button, video, audio, canvas, iframe, picture > source';

/** Turns pasted markup into the few elements of rich text. It reads `style` as text, because the policy ignores it. */
export function cleanHtml(document: Document): CleanedPaste {
  const { body } = document;
  for (const element of body.querySelectorAll(removed)) element.remove();
  const pictureCount = removePictures(body);
  cleanTexts(body);
  for (const divider of [...body.querySelectorAll(dividers)]) {
    if (!divider.hasAttribute(blockName)) rename(divider, 'div');
  }
  // Google Docs wraps everything into a <b> that is not bold.
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]')) unwrap(wrapper);
  for (const heading of [...body.querySelectorAll('p[role="heading"]')]) {
    rename(heading, heading.getAttribute('aria-level') === '1' ? 'h2' : 'h3'); // Word in the browser
  }
  splitMergedCells(body);
  convertWordQuotes(body);
  convertWordLists(body);
  nestLists(body);
  for (const element of [...body.querySelectorAll('*')]) markInline(element);
  flattenHeadings(body);
  splitAtLineBreaks(body);
  for (const element of [...body.querySelectorAll('*')]) keepElement(element);
  convertTypedLists(body);
  return { content: body, pictureCount };
}

/** The styles "Quote" and "Intense Quote" of Word, in its app and in the browser. Neighbouring paragraphs are one quote. */
function convertWordQuotes(body: HTMLElement): void {
  for (const style of body.querySelectorAll('p.MsoQuote, p.MsoIntenseQuote, [data-ccp-parastyle$="Quote"]')) {
    const paragraph = style.closest('p');
    if (!paragraph || paragraph.closest('blockquote, li, td, th')) continue;
    const before = paragraph.previousElementSibling;
    if (before?.localName === 'blockquote') {
      before.append(paragraph);
      continue;
    }
    const quote = body.ownerDocument.createElement('blockquote');
    paragraph.replaceWith(quote);
    quote.append(paragraph);
  }
}

/** Word processors write fixed spaces for indents and at the ends of lines. */
function cleanTexts(body: HTMLElement): void {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    currentNode.nodeValue = removeHidden(currentNode.nodeValue ?? '').replaceAll('\u00a0', ' ');
  }
}

/** Removes pictures: their files are on another website. Own blocks come with the markup of this editor. */
function removePictures(body: HTMLElement): number {
  const pictures = [...body.querySelectorAll('img')].filter((picture) => !isTrackingPixel(picture));
  for (const picture of body.querySelectorAll('img')) picture.remove();
  return pictures.length;
}

function isTrackingPixel(picture: Element): boolean {
  return picture.getAttribute('width') === '1' && picture.getAttribute('height') === '1';
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Wraps the content of an element that is bold or italic by its tag or its style. Readers take underlined words for a link. */
function markInline(element: Element): void {
  const tag = element.localName;
  const weight = readStyle(element, 'font-weight');
  const slant = readStyle(element, 'font-style');
  const isBlock = element.matches(blocks);
  const isBold = weight ? /^(?:bold|bolder|[6-9]00)$/.test(weight) : tag === 'b' || tag === 'strong';
  const isItalic = slant ? /^(?:italic|oblique)/.test(slant) : tag === 'i' || tag === 'em';
  // A heading is bold by itself.
  if (isBold && !(isBlock && !element.matches('p, li, td'))) wrapContent(element, 'strong');
  if (isItalic && !(isBlock && !element.matches('p, li, td'))) wrapContent(element, 'em');
  if (['b', 'strong', 'i', 'em', 'u', 'span', 'font'].includes(tag)) unwrap(element);
}

/** Wraps the inline content of an element. Blocks inside it are left alone. */
function wrapContent(element: Element, tag: string): void {
  if (element.querySelector(blocks)) {
    for (const child of element.children) {
      if (child.matches('p')) wrapContent(child, tag);
    }
    return;
  }
  const wrapper = element.ownerDocument.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

/** Headings in lists, tables and quotes become paragraphs; bold and italic inside a heading go. */
function flattenHeadings(body: HTMLElement): void {
  for (const heading of [...body.querySelectorAll(headings)]) {
    for (const mark of [...heading.querySelectorAll('strong, em')]) unwrap(mark);
    if (heading.textContent?.trim() === '') heading.remove();
    else if (heading.closest('li, td, th, blockquote')) rename(heading, 'p');
  }
}

function rename(element: Element, tag: string): void {
  const next = element.ownerDocument.createElement(tag);
  next.append(...element.childNodes);
  element.replaceWith(next);
}

/** A line break ends a paragraph, because stored text has no line breaks. */
function splitAtLineBreaks(body: HTMLElement): void {
  for (const lineBreak of [...body.querySelectorAll('br')]) {
    const paragraph = lineBreak.parentElement;
    if (paragraph?.localName !== 'p') {
      lineBreak.replaceWith(' ');
      continue;
    }
    const next = paragraph.ownerDocument.createElement('p');
    while (lineBreak.nextSibling) next.append(lineBreak.nextSibling);
    lineBreak.remove();
    paragraph.after(next);
    if (paragraph.textContent?.trim() === '') paragraph.remove();
  }
}

/** Removes all attributes except the address of a link and the marks of this editor, and unwraps unknown elements. */
function keepElement(element: Element): void {
  const isOwn = element.hasAttribute(blockName);
  if (!allowed.has(element.localName) && !isOwn) {
    unwrap(element);
    return;
  }
  if (element.localName === 'p' && !isOwn && element.textContent?.trim() === '') {
    element.remove();
    return;
  }
  for (const { name } of [...element.attributes]) {
    const isKept =
      (name === 'href' && element.localName === 'a') || name === 'start' || (isOwn && name.startsWith('data-'));
    if (!isKept) element.removeAttribute(name);
  }
  if (element.localName === 'a') cleanLink(element);
}

/** Google Docs and search results link to a page that redirects. */
function cleanLink(link: Element): void {
  const url = URL.parse(link.getAttribute('href') ?? '');
  const target = url?.hostname === 'www.google.com' && url.pathname === '/url' ? url.searchParams.get('q') : undefined;
  if (target) link.setAttribute('href', target);
}
