import type { PreviewField } from '@threadline/schema/wire/preview';
import type { FieldMarks, FrameMessage, HostMessage } from '../messages.ts';
import { afterFrame } from './editor-channel.ts';
import { type FieldLocator, isSameField } from './field-locator.ts';
import { describeOtherPlaces } from './other-places.ts';
import { type Box, type createOutline, getBoundingBox } from './outline.ts';
import { isShown, reveal } from './visibility.ts';

type FocusMessage = Extract<HostMessage, { kind: 'focus' }>;

interface FocusedFieldOptions {
  outline: ReturnType<typeof createOutline>;
  send: (message: FrameMessage) => void;
  getLocator: () => FieldLocator | undefined;
  /** Returns the name of the field in which the user types on the page. */
  getTypedLabel: () => { label: string; isOver: boolean } | undefined;
}

/** Outlines the field that has the focus in the editor. */
export function createFocusedField({ outline, send, getLocator, getTypedLabel }: FocusedFieldOptions) {
  let focused: Omit<FocusMessage, 'kind'> = { field: undefined, part: undefined, label: '', marks: undefined };
  let wasFound = false;
  let isDrawPending = false;

  /** Returns the box of the first visible place of a field. Shows the slide and opens the details that hide it. */
  function findBox(field: PreviewField, marks: FieldMarks | undefined): Box | undefined {
    const locator = getLocator();
    const slide = locator?.findSlide(field);
    if (slide) reveal(slide);
    for (const { element, range } of locator?.find(field, marks) ?? []) {
      reveal(element);
      const box = isShown(element) ? getVisibleBox(range ?? element) : undefined;
      if (box) return box;
    }
    return undefined;
  }

  /** Returns the box of the field's item, or the box beside which a new entry will appear. It is scrolled to, not outlined. */
  function findSurroundingBox(field: PreviewField): Box | undefined {
    const locator = getLocator();
    const visible = locator?.findItem(field).find((place) => isShown(place.element))?.element;
    let element = visible ?? locator?.findNeighbour(field) ?? null;
    while (element && !isShown(element)) element = element.parentElement;
    return element ? getBoundingBox([...element.getClientRects()]) : undefined;
  }

  /** Returns the box to outline, and the one to scroll to. */
  function locate() {
    const { field, part, marks } = focused;
    if (!field) return { box: undefined, target: undefined, isVisible: false };
    const box = findBox(part ? { ...field, pointer: field.pointer + part } : field, marks);
    // A new paragraph is on the next page. Until then the page stays where it is.
    const isComing = !box && part !== undefined && findBox(field, marks) !== undefined;
    return {
      box,
      target: box ?? (isComing ? undefined : findSurroundingBox(field)),
      isVisible: Boolean(box) || isComing,
    };
  }

  function draw({ scroll }: { scroll: boolean }): void {
    const { field, label } = focused;
    const { box, target, isVisible } = locate();
    const typed = getTypedLabel();
    const text = {
      name: typed?.label ?? label,
      otherPlaces: field && findOtherPlaces(field, getLocator()),
      isOver: typed?.isOver ?? false,
    };
    outline.focus(box, text);
    if (field && getLocator()) send({ kind: 'found', isVisible });
    const hasAppeared = box !== undefined && !wasFound;
    wasFound = box !== undefined;
    if (!target || !(scroll || hasAppeared)) return;
    const isInView = target.top >= 0 && target.top + target.height <= innerHeight;
    if (isInView) return;
    scrollTo({ top: target.top + scrollY - innerHeight / 3, behavior: 'instant' });
    // The label avoids the texts in view.
    outline.focus(locate().box, text);
  }

  return {
    draw,
    /** Draws once the frame with the typed text is painted: measuring the boxes forces a layout, which would delay it. */
    drawAfterFrame(): void {
      if (isDrawPending) return;
      isDrawPending = true;
      afterFrame(() => {
        isDrawPending = false;
        draw({ scroll: false });
      });
    },
    /** Changes the field; `draw` shows it. */
    set(next: FocusMessage): void {
      focused = next;
    },
    isField: (field: PreviewField): boolean => focused.field !== undefined && isSameField(field, focused.field),
  };
}

/** Texts for screen readers are one pixel large. */
const minSize = 2;

/** Returns the box around all lines of a place; undefined if it cannot be seen. */
export function getVisibleBox(place: Element | Range): Box | undefined {
  const box = getBoundingBox([...place.getClientRects()]);
  return box && (box.width > minSize || box.height > minSize) ? box : undefined;
}

/** Returns where else the page shows the text of a field. */
export function findOtherPlaces(field: PreviewField, locator: FieldLocator | undefined): string | undefined {
  return describeOtherPlaces(locator?.findElements((each) => isSameField(each, field)) ?? []);
}
