import type { PreviewField } from '@threadline/schema/preview';
import type { FieldMarks, TypedWords } from './messages.ts';
import { pictureAround } from './pictures.ts';
import type { TaggedNodes } from './read-page.ts';
import { slideAround } from './slides.ts';

/** A place of a field on the page: its words, or the element whose name or description it is. */
interface Place {
  element: Element;
  range?: Range;
}

/** Answers which field stands where on the page that is shown. */
export function createFieldPlaces(fields: readonly PreviewField[], { texts, elements }: TaggedNodes) {
  const placesOf = (wanted: (field: PreviewField) => boolean): Place[] => {
    const isWanted = (number: number) => fields[number] !== undefined && wanted(fields[number]);
    const inTexts = [...texts].flatMap(([node, parts]) =>
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
    const inNames = [...elements].flatMap(([element, numbers]) => (numbers.some(isWanted) ? [{ element }] : []));
    return [...inTexts, ...inNames];
  };

  const textField = (node: Text, offset: number): PreviewField | undefined => {
    const parts = texts.get(node);
    const part = parts?.find(({ end }) => offset <= end) ?? parts?.at(-1);
    return part && fields[part.field];
  };

  /** The first field in an element, or of what surrounds it. */
  const nearestField = (start: Element): PreviewField | undefined => {
    for (let element: Element | null = start; element && element !== document.body; element = element.parentElement) {
      const own = elements.get(element)?.[0];
      if (own !== undefined) return fields[own];
      for (const node of texts.keys()) if (element.contains(node)) return textField(node, 0);
    }
    return undefined;
  };

  /** Tagged texts of a field, or of the fields inside it. */
  const findTagged = ({ section, key, pointer }: PreviewField): Place[] =>
    placesOf(
      (field) =>
        field.section === section &&
        field.key === key &&
        (field.pointer === pointer || field.pointer.startsWith(`${pointer}/`)),
    );

  const findItem = (field: PreviewField): Place[] => findTagged({ ...field, pointer: '' });

  /** The picture or video nearest to the texts of the field's group, or of its item. */
  const findPicture = (field: PreviewField): Place[] => {
    const group = findTagged({ ...field, pointer: parentOf(field.pointer) });
    const texts = group.length > 0 ? group : findItem(field);
    const picture = pictureAround(texts.map(({ element }) => element));
    return picture ? [{ element: picture }] : [];
  };

  /** Elements that carry the value of a field in an attribute, the ones near the text of its item first. */
  const findByValue = (field: PreviewField, selector: string, isUnique: boolean): Place[] => {
    const near = findItem(field).flatMap(({ element }) => matchesNear(element, selector));
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
      if (isPicture) return findPicture(field);
      if (shownIn !== undefined) return findTagged({ ...field, pointer: shownIn });
      const group = parentOf(field.pointer);
      // A link is shown where the text of its button is; an entry of a list is not shown where the other entries are.
      if (group !== '' && !isEntry(field.pointer)) return findTagged({ ...field, pointer: group });
      return selector === undefined ? [] : findByValue(field, selector, isUnique);
    },

    /** Returns every place of the item that a field belongs to. */
    findItem,

    /** Returns the slide of an item; the short name of a slide is outside of it. */
    slideOf(field: PreviewField): Element | undefined {
      return findItem(field).flatMap(({ element }) => slideAround(element) ?? [])[0];
    },

    /** Where an entry would stand that the page does not show: at the last one of its list, else in its section. */
    beside({ section, key }: PreviewField): Element | undefined {
      const list = /^[^-]*-/.exec(key)?.[0];
      const isOfSection = (field: PreviewField) => field.section === section;
      const ofList = list ? placesOf((field) => isOfSection(field) && field.key.startsWith(list)) : [];
      return inPageOrder(ofList).at(-1) ?? inPageOrder(placesOf(isOfSection))[0];
    },

    /** The part of the page in which a section has its first words. */
    sectionOf(section: string): Element | undefined {
      const [first] = inPageOrder(placesOf((field) => field.section === section));
      return first?.closest('section, header, footer') ?? first;
    },

    /** Puts what was typed where the page shows the field alone and word for word, and nowhere else. */
    replace({ field, before, after }: TypedWords): void {
      for (const [node, [part, ...others]] of texts) {
        const shown = part && others.length === 0 ? fields[part.field] : undefined;
        if (!part || !shown || !isSameField(shown, field) || node.data.trim() !== before.trim()) continue;
        node.data = after;
        texts.set(node, [{ ...part, end: after.length }]);
      }
    },

    /** The field whose words or picture are at a point of the window. */
    at(x: number, y: number, target: Element): PreviewField | undefined {
      const caret = document.caretPositionFromPoint?.(x, y);
      const node = caret?.offsetNode;
      if (node instanceof Text && target.contains(node) && isNear(node, x, y)) {
        const field = textField(node, caret?.offset ?? 0);
        if (field) return field;
      }
      return nearestField(target);
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

/** The elements of places. Header and footer only repeat names, so they count only for what stands nowhere else. */
function inPageOrder(places: readonly Place[]): Element[] {
  const elements = places.map(({ element }) => element).filter((element) => document.body.contains(element));
  const inMain = elements.filter((element) => element.closest('main'));
  return (inMain.length > 0 ? inMain : elements).toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
  );
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** Whether a pointer ends with an index. */
function isEntry(pointer: string): boolean {
  return /\/\d+$/.test(pointer);
}

/** What surrounds the text of one item on the page is smaller than these. */
const regions = 'section, nav, header, footer, main, body';

/** Elements that match in the closest surroundings of another one, but not beyond its region of the page. */
function matchesNear(start: Element, selector: string): Element[] {
  for (let element: Element | null = start; element && !element.matches(regions); element = element.parentElement) {
    const found = [element, ...element.querySelectorAll('*')].filter((each) => each.matches(selector));
    if (found.length > 0) return found;
  }
  return [];
}

function isSameField(one: PreviewField, other: PreviewField): boolean {
  return one.section === other.section && one.key === other.key && one.pointer === other.pointer;
}

export type FieldPlaces = ReturnType<typeof createFieldPlaces>;

/** The caret goes to the nearest text, however far that is. */
function isNear(node: Text, x: number, y: number): boolean {
  const range = document.createRange();
  range.selectNodeContents(node);
  const margin = 4;
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) =>
      x >= left - margin && x <= right + margin && y >= top - margin && y <= bottom + margin,
  );
}
