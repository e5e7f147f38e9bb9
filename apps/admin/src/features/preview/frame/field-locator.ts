import type { TaggedPart } from '@threadline/schema/content/preview-tags';
import type { PreviewField } from '@threadline/schema/wire/preview';
import type { FieldMarks, TextPatch } from '../messages.ts';
import { findPicture } from './find-picture.ts';
import type { TaggedNodes } from './page.ts';
import type { TypingPlace } from './typing.ts';
import { findSlide } from './visibility.ts';

/** A place of a field on the page: its text, or the element that it names or describes. */
interface Place {
  element: Element;
  range?: Range;
}

/** Creates functions that find fields on the shown page. */
export function createFieldLocator(fields: readonly PreviewField[], { texts, elements }: TaggedNodes) {
  const findPlaces = (wanted: (field: PreviewField) => boolean): Place[] => {
    const isWanted = (number: number) => fields[number] !== undefined && wanted(fields[number]);
    const textPlaces = [...texts].flatMap(([node, parts]) =>
      parts.flatMap(({ field, end }, index): Place[] => {
        if (!isWanted(field) || !node.parentElement) return [];
        const range = document.createRange();
        const before = parts[index - 1];
        if (before) range.setStart(node, Math.min(before.end, node.length));
        else range.setStartBefore(firstNodeOfText(node, texts));
        range.setEnd(node, Math.min(end, node.length));
        return [{ element: node.parentElement, range }];
      }),
    );
    const elementPlaces = [...elements].flatMap(([element, numbers]) => (numbers.some(isWanted) ? [{ element }] : []));
    return [...textPlaces, ...elementPlaces];
  };

  const textField = (node: Text, offset: number): PreviewField | undefined => {
    const parts = texts.get(node);
    const part = parts?.find(({ end }) => offset <= end) ?? parts?.at(-1);
    return part && fields[part.field];
  };

  const isFieldAt = (number: number | undefined, field: PreviewField) =>
    number !== undefined && fields[number] !== undefined && isSameField(fields[number], field);

  /** Returns the first field in an element, or in the closest element around it that has one. */
  const nearestField = (start: Element): PreviewField | undefined => {
    for (let element: Element | null = start; element && element !== document.body; element = element.parentElement) {
      const own = elements.get(element)?.[0];
      if (own !== undefined) return fields[own];
      for (const node of texts.keys()) if (element.contains(node)) return textField(node, 0);
    }
    return undefined;
  };

  /** Returns the tagged texts of a field and of the fields inside it. */
  const findTagged = (field: PreviewField): Place[] => findPlaces((each) => isWithin(each, field));

  const findItem = (field: PreviewField): Place[] => findTagged({ ...field, pointer: '' });

  /** Returns the picture or video nearest to the texts of the field's group, or of its item. */
  const findPicturePlace = (field: PreviewField): Place[] => {
    const picture = findPicture(findTextsAtPicture(field, findPlaces).map(({ element }) => element));
    return picture ? [{ element: picture }] : [];
  };

  /** Returns the elements with the value of a field in an attribute, first those near the text of its item. */
  const findByValue = (field: PreviewField, selector: string, isUnique: boolean): Place[] => {
    const near = findItem(field).flatMap(({ element }) => findNear(element, selector));
    const anywhere = isUnique ? [...document.body.querySelectorAll(selector)] : [];
    return [...new Set([...near, ...anywhere])].map((element) => ({ element }));
  };

  return {
    /**
     * Returns the places of a field in the order in which they should be tried; none when the page does not show it.
     *
     * @param marks where to look when the page has no tagged text of the field
     */
    find(field: PreviewField, marks?: FieldMarks): Place[] {
      const tagged = findTagged(field);
      if (tagged.length > 0 || !marks) return tagged;
      const { isPicture, shownIn, selector, isUnique } = marks;
      if (isPicture) return findPicturePlace(field);
      if (shownIn !== undefined) return findTagged({ ...field, pointer: shownIn });
      const group = getParent(field.pointer);
      // A link is shown at the text of its button. An entry of a list is not shown at the other entries.
      if (group !== '' && !isEntryPointer(field.pointer)) return findTagged({ ...field, pointer: group });
      return selector === undefined ? [] : findByValue(field, selector, isUnique);
    },

    /** Returns the elements with a text of some fields. */
    findElements: (wanted: (field: PreviewField) => boolean): Element[] => {
      const isWanted = ({ field }: TaggedPart) => fields[field] !== undefined && wanted(fields[field]);
      return [...texts].flatMap(([node, parts]) => (parts.some(isWanted) ? (node.parentElement ?? []) : []));
    },

    /** Returns the field that is closest to an element, and the first field of each other item close to it. */
    findAround(start: Element, closest = nearestField(start)): PreviewField[] {
      const around = listAncestors(start).flatMap((element) =>
        [...texts].flatMap(([node, [part]]) => (part && element.contains(node) ? (fields[part.field] ?? []) : [])),
      );
      const all = closest ? [closest, ...around] : around;
      const firsts = all.filter(
        ({ section, key }, index) => index === all.findIndex((each) => each.section === section && each.key === key),
      );
      return firsts.slice(0, maxItemsAround);
    },

    /** Returns every place of the item that a field belongs to. */
    findItem,

    /** Returns the slide of an item. The short name of a slide is outside of it. */
    findSlide(field: PreviewField): Element | undefined {
      return findItem(field).flatMap(({ element }) => findSlide(element) ?? [])[0];
    },

    /** Returns the place of an entry that the page does not show: the last entry of its list, else its section. */
    findNeighbour({ section, key }: PreviewField): Element | undefined {
      const list = /^[^-]*-/.exec(key)?.[0];
      const isOfSection = (field: PreviewField) => field.section === section;
      const ofList = list ? findPlaces((field) => isOfSection(field) && field.key.startsWith(list)) : [];
      return sortElements(ofList).at(-1) ?? sortElements(findPlaces(isOfSection))[0];
    },

    /** Returns the part of the page with the first text of a section. */
    findSection(section: string): Element | undefined {
      const [first] = sortElements(findPlaces((field) => field.section === section));
      return first?.closest('section, header, footer') ?? first;
    },

    /**
     * Replaces a text where the page shows the field alone and unchanged, and nowhere else.
     *
     * @param typed the element in which the user types. It is ahead of the form
     */
    replaceText({ field, before, after }: TextPatch, typed?: Element): void {
      const isAlone = (parts: TaggedPart[]) => parts.length === 1 && isFieldAt(parts[0]?.field, field);
      for (const [node, parts] of texts) {
        if (!isAlone(parts)) continue;
        const isTyped = node.parentElement === typed;
        if (!isTyped && node.data.trim() !== before.trim()) continue;
        if (!isTyped) node.data = after;
        texts.set(
          node,
          parts.map((part) => ({ ...part, end: node.length })),
        );
      }
    },

    /** Returns the field whose text or picture is at a point of the window. */
    findAt(x: number, y: number, target: Element): PreviewField | undefined {
      const caret = findCaret(x, y, target);
      return (caret && textField(caret.node, caret.offset)) ?? nearestField(target);
    },

    /** Returns the text at a point of the window, if its element contains nothing else. */
    findTypingPlace(x: number, y: number, target: Element): TypingPlace | undefined {
      const caret = findCaret(x, y, target);
      const element = caret?.node.parentElement;
      const [part, ...others] = (caret && texts.get(caret.node)) ?? [];
      const field = part && fields[part.field];
      const isAlone = others.length === 0 && element?.childNodes.length === 1;
      return field && isAlone && element instanceof HTMLElement
        ? { element, field, offset: caret?.offset ?? 0 }
        : undefined;
    },
  };
}

/** Returns the node in which the text of a tagged node begins. The page puts a range (`24-48 hours`) into an element. */
function firstNodeOfText(node: Text, texts: TaggedNodes['texts']): Node {
  const isRange = (part: Node | null) => part instanceof Element && part.classList.contains('range');
  const isTagged = (part: Node) => texts.has((part.firstChild ?? part) as Text);
  let first: Node = isRange(node.parentElement) ? (node.parentElement ?? node) : node;
  for (let before = first.previousSibling; before && !isTagged(before); before = first.previousSibling) {
    if (!isRange(before) && !isRange(first)) break;
    first = before;
  }
  return first;
}

/** Returns elements in page order. Header and footer only repeat names, so `main` comes first. */
function sortElements(places: readonly Place[]): Element[] {
  const elements = places.map(({ element }) => element).filter((element) => document.body.contains(element));
  const inMain = elements.filter((element) => element.closest('main'));
  return (inMain.length > 0 ? inMain : elements).toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
  );
}

function getParent(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

function isSameItem(one: PreviewField, other: PreviewField): boolean {
  return one.section === other.section && one.key === other.key;
}

/** Returns whether a field is another one or inside it. */
function isWithin(field: PreviewField, outer: PreviewField): boolean {
  const isInside = field.pointer === outer.pointer || field.pointer.startsWith(`${outer.pointer}/`);
  return isSameItem(field, outer) && isInside;
}

/** Returns the texts that may be near a picture: those of its group, else those beside the group, else of the item. */
function findTextsAtPicture(
  field: PreviewField,
  findPlaces: (wanted: (field: PreviewField) => boolean) => Place[],
): Place[] {
  const group = { ...field, pointer: getParent(field.pointer) };
  const ofGroup = findPlaces((each) => isWithin(each, group));
  if (ofGroup.length > 0) return ofGroup;
  const ofItem = (wanted: (pointer: string) => boolean) =>
    findPlaces((each) => isSameItem(each, field) && wanted(each.pointer));
  const siblings = ofItem((pointer) => getParent(pointer) === getParent(group.pointer));
  return siblings.length > 0 ? siblings : ofItem((pointer) => !isInFormattedText(pointer));
}

/** A formatted text has pictures of its own. */
function isInFormattedText(pointer: string): boolean {
  return /\/content\/\d+\//.test(pointer);
}

function isEntryPointer(pointer: string): boolean {
  return /\/\d+$/.test(pointer);
}

const maxItemsAround = 4;

/** Elements that contain more than one item. */
const regions = 'section, nav, header, footer, main, body';

/** Returns an element and those around it in its region of the page. */
export function listAncestors(start: Element): Element[] {
  const { parentElement } = start;
  if (start.matches(regions)) return [];
  return [start, ...(parentElement ? listAncestors(parentElement) : [])];
}

/** Returns the matches in the closest element around another one, but not beyond its region of the page. */
function findNear(start: Element, selector: string): Element[] {
  const listMatches = (element: Element) =>
    [element, ...element.querySelectorAll('*')].filter((each) => each.matches(selector));
  return (
    listAncestors(start)
      .map(listMatches)
      .find((found) => found.length > 0) ?? []
  );
}

export function isSameField(one: PreviewField, other: PreviewField): boolean {
  return one.section === other.section && one.key === other.key && one.pointer === other.pointer;
}

export type FieldLocator = ReturnType<typeof createFieldLocator>;

/** Returns the character at a point of the window, in a text of the element that the point hits. */
function findCaret(x: number, y: number, target: Element): { node: Text; offset: number } | undefined {
  const { offsetNode: node, offset = 0 } = document.caretPositionFromPoint?.(x, y) ?? {};
  return node instanceof Text && target.contains(node) && isAtText(node, x, y) ? { node, offset } : undefined;
}

/** Returns whether a point is at a text. The caret position is that of the nearest text, at any distance. */
function isAtText(node: Text, x: number, y: number): boolean {
  const range = document.createRange();
  range.selectNodeContents(node);
  const margin = 4;
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) =>
      x >= left - margin && x <= right + margin && y >= top - margin && y <= bottom + margin,
  );
}
