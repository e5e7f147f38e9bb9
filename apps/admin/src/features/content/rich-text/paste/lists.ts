import { readStyle } from './read-style.ts';
import { createList, readTypedMarker, removeStart } from './typed-lists.ts';

/** Word on the desktop writes list entries as paragraphs with a style such as `mso-list:l0 level2 lfo1`. */
export function convertWordLists(body: HTMLElement): void {
  const entries = [...body.querySelectorAll('p')].filter((paragraph) => getLevel(paragraph) > 0);
  /** The open lists, from the outermost one. */
  let lists: HTMLElement[] = [];
  let previous: Element | undefined;
  for (const paragraph of entries) {
    const level = getLevel(paragraph);
    const marker = readMarker(paragraph);
    const { tag } = marker;
    if (previous === undefined || paragraph.previousElementSibling !== lists[0]) lists = [];
    lists = lists.slice(0, level);
    if (lists.length === level && lists.at(-1)?.localName !== tag) lists.pop();
    if (lists.length === 0) {
      const list = createList(body.ownerDocument, marker);
      paragraph.before(list);
      lists = [list];
    }
    while (lists.length < level && lists.at(-1)?.lastElementChild) {
      const list = body.ownerDocument.createElement(tag);
      lists.at(-1)?.lastElementChild?.append(list);
      lists.push(list);
    }
    const entry = body.ownerDocument.createElement('li');
    lists.at(-1)?.append(entry);
    entry.append(paragraph);
    previous = paragraph;
  }
  removeOtherMarkers(body);
}

function getLevel(paragraph: Element): number {
  const list = readStyle(paragraph, 'mso-list');
  return list ? Number(/level(\d)/.exec(list)?.[1] ?? 0) : 0;
}

const isMarker = (span: Element) => readStyle(span, 'mso-list') === 'ignore';

/** Removes the written bullet or number, and returns the kind of list that it belongs to. */
function readMarker(paragraph: Element): { tag: 'ul' | 'ol'; number: number } {
  const span = [...paragraph.querySelectorAll('span')].find(isMarker);
  if (span) {
    const text = span.textContent?.trim() ?? '';
    span.remove();
    const isNumber = /^\(?(?:\d+|[a-z]|[ivx]+)[.)]$/i.test(text);
    return { tag: isNumber ? 'ol' : 'ul', number: Number(/\d+/.exec(text)?.[0] ?? 1) };
  }
  // Outlook and Word on a Mac do not mark it.
  const typed = readTypedMarker(paragraph.textContent ?? '');
  if (typed) removeStart(paragraph, typed.length);
  return typed ?? { tag: 'ul', number: 1 };
}

/** Removes the numbers of chapters, which Word writes into headings like those of lists. */
function removeOtherMarkers(body: HTMLElement): void {
  for (const span of [...body.querySelectorAll('span')].filter(isMarker)) span.remove();
}

/** Lists directly inside a list belong to the entry before them (Google Docs). */
export function nestLists(body: HTMLElement): void {
  for (const list of [...body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')]) {
    const before = list.previousElementSibling;
    if (before?.localName === 'li') before.append(list);
    else list.replaceWith(...list.childNodes);
  }
  joinLeveledLists(body);
}

const level = 'data-aria-level';

/** Word in the browser writes a list of its own for each entry, with its level as an attribute. */
function joinLeveledLists(body: HTMLElement): void {
  for (const wrapper of [...body.querySelectorAll('.ListContainerWrapper')]) wrapper.replaceWith(...wrapper.childNodes);
  for (const entry of [...body.querySelectorAll(`li[${level}]`)]) {
    const list = entry.parentElement;
    const before = list?.previousElementSibling;
    if (!list || !before?.matches(`ul:has([${level}]), ol:has([${level}])`)) continue;
    const target = findList(before, { depth: Number(entry.getAttribute(level)), tag: list.localName });
    if (!target) continue;
    target.append(entry);
    if (!list.firstElementChild) list.remove();
  }
}

/** Returns the last list at a depth, and creates the missing ones. Returns undefined for a list of another kind. */
function findList(outer: Element, { depth, tag }: { depth: number; tag: string }): Element | undefined {
  let list = outer;
  for (let reached = 1; reached < depth; reached += 1) {
    const entry = list.lastElementChild;
    if (!entry) return list;
    const inner = entry.lastElementChild;
    if (inner?.matches('ul, ol')) list = inner;
    else {
      list = outer.ownerDocument.createElement(tag);
      entry.append(list);
    }
  }
  return list.localName === tag ? list : undefined;
}
