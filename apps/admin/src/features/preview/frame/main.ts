import type { PreviewField } from '@threadline/schema/preview';
import { boxAround } from './box.ts';
import { createFieldPlaces, type FieldPlaces } from './field-locator.ts';
import { type FieldMarks, type FromFrame, isFrom, type ToFrame } from './messages.ts';
import { createOutline } from './outline.ts';
import { readPage } from './read-page.ts';
import { createKeptInSight } from './scroll-anchor.ts';
import { showPage } from './show-page.ts';
import { isShown, reveal } from './visibility.ts';

/**
 * The document in which the editor shows the page. It runs no script of the page: islands show what the server has made of
 * them, nothing moves, nothing is sent, and links lead to another preview.
 */
const outline = createOutline();
const look = new CSSStyleSheet();
document.adoptedStyleSheets = [look];

let path: string | undefined;
let places: FieldPlaces | undefined;
let focused: Extract<ToFrame, { kind: 'focus' }> = { kind: 'focus', field: undefined, label: '', marks: undefined };
/** Whether the field with the caret could be seen when it was looked for last. */
let isFound = false;
const inSight = createKeptInSight(scrollToSection);

function tell(message: FromFrame): void {
  window.parent.postMessage(message, location.origin);
}

/** Returns the box of the first visible place of a field. Opens slides and details that hide it. */
function boxOf(field: PreviewField, marks: FieldMarks | undefined) {
  const slide = places?.slideOf(field);
  if (slide) reveal(slide);
  for (const { element, range } of places?.find(field, marks) ?? []) {
    reveal(element);
    const box = isShown(element) ? boxAround([...(range ?? element).getClientRects()]) : undefined;
    // Words for screen readers are one pixel large.
    if (box && (box.width > 2 || box.height > 2)) return box;
  }
  return undefined;
}

/** Returns the box of the field's item, or the box beside which a new entry will appear. It is scrolled to, not outlined. */
function boxAroundField(field: PreviewField) {
  let element =
    places?.findItem(field).find((place) => isShown(place.element))?.element ?? places?.beside(field) ?? null;
  while (element && !isShown(element)) element = element.parentElement;
  return element ? boxAround([...element.getClientRects()]) : undefined;
}

function drawFocus({ scroll }: { scroll: boolean }): void {
  const box = focused.field && boxOf(focused.field, focused.marks);
  outline.focus(box, focused.label);
  if (focused.field) tell({ kind: 'found', isVisible: box !== undefined });
  const hasCome = box !== undefined && !isFound;
  isFound = box !== undefined;
  const seen = box ?? (focused.field && boxAroundField(focused.field));
  if (!seen || !(scroll || hasCome)) return;
  const isInView = seen.top >= 0 && seen.top + seen.height <= innerHeight;
  if (!isInView) scrollTo({ top: seen.top + scrollY - innerHeight / 3, behavior: 'instant' });
}

function scrollToSection(section: string): void {
  const element = places?.sectionOf(section);
  if (!element) return;
  const margin = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const top = element.getBoundingClientRect().top + scrollY - margin;
  // The first section is seen with the head above it.
  scrollTo({ top: top < innerHeight / 8 ? 0 : top, behavior: 'instant' });
}

/** As a visitor sees the page a moment after it has loaded, but that nothing moves. */
function lookOf(scheme: 'light' | 'dark'): string {
  return `
    :root { color-scheme: ${scheme} !important }
    *, *::before, *::after {
      animation: none !important;
      content-visibility: visible !important;
      cursor: pointer !important;
      transition: none !important;
    }`;
}

function receive(message: ToFrame): void {
  if (message.kind === 'look') {
    outline.scaleTo(message.scale);
    look.replaceSync(lookOf(message.scheme));
    drawFocus({ scroll: false });
  } else if (message.kind === 'focus') {
    focused = message;
    inSight.keepField(message.field !== undefined);
    drawFocus({ scroll: true });
  } else if (message.kind === 'section') {
    inSight.seek(message, path);
  } else if (message.kind === 'words') {
    places?.replace(message.typed);
    drawFocus({ scroll: false });
  } else {
    const isSamePage = message.path === path;
    path = message.path;
    places = createFieldPlaces(message.fields, showPage(readPage(message.html), isSamePage));
    if (message.typed) places.replace(message.typed);
    if (!isSamePage) scrollTo({ top: 0, behavior: 'instant' });
    drawFocus({ scroll: !isSamePage });
    inSight.arriveAt(path);
    tell({ kind: 'shown', path });
  }
}

window.addEventListener('message', (event: MessageEvent<ToFrame>) => {
  if (isFrom(event, window.parent)) receive(event.data);
});

/** A page of the site that a link leads to, other than this one. */
function otherPageOf(target: Element): string | undefined {
  const href = target.closest('a[href]')?.getAttribute('href') ?? '';
  if (!href.startsWith('/') || href.startsWith('//')) return undefined;
  const { pathname } = new URL(href, location.origin);
  return pathname !== path && pathname.endsWith('/') ? pathname : undefined;
}

document.addEventListener(
  'click',
  (event) => {
    event.preventDefault();
    event.stopPropagation();
    const target = event.target as Element;
    const other = event.altKey ? undefined : otherPageOf(target);
    if (other !== undefined) return tell({ kind: 'open', path: other });
    const field = places?.at(event.clientX, event.clientY, target);
    const isPicture = target.closest('img, picture, video, svg') !== null;
    if (field) tell({ kind: 'field', field, isPicture });
  },
  { capture: true },
);
for (const type of ['auxclick', 'submit', 'dragstart']) {
  document.addEventListener(type, (event) => event.preventDefault(), { capture: true });
}

document.addEventListener('pointermove', ({ clientX, clientY, target }) => {
  const field = target instanceof Element ? places?.at(clientX, clientY, target) : undefined;
  outline.hover(field && boxOfShown(field));
});
document.documentElement.addEventListener('pointerleave', () => outline.hover(undefined));

/** As `boxOf`, but nothing is opened only because it is pointed at. */
function boxOfShown(field: PreviewField) {
  const rects = places?.find(field).flatMap(({ element, range }) => [...(range ?? element).getClientRects()]) ?? [];
  return boxAround(rects.filter(({ width, height }) => width > 2 && height > 2).slice(0, 1));
}

new ResizeObserver(() => {
  drawFocus({ scroll: inSight.isField() });
  inSight.keepSection();
}).observe(document.documentElement);
tell({ kind: 'ready' });
