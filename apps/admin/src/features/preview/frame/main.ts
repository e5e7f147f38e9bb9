import type { PreviewField } from '@threadline/schema/wire/preview';
import { type FieldMarks, type FrameMessage, type HostMessage, isFrom, logoSelector } from '../messages.ts';
import { createEntryBar, type PointedPlace } from './entry-bar.ts';
import { createFieldLocator, type FieldLocator, isSameField } from './field-locator.ts';
import { minPictureWidth } from './find-picture.ts';
import { describeOtherPlaces } from './other-places.ts';
import { type Box, createOutline, getBoundingBox } from './outline.ts';
import { showPage } from './page.ts';
import { createScrollAnchor } from './scroll-anchor.ts';
import { createTyping } from './typing.ts';
import { isShown, reveal } from './visibility.ts';

/*
 * The document in which the editor shows the page. It runs no script of the page: islands show their server-rendered
 * state, nothing moves, nothing is sent, and links open another preview.
 */
const outline = createOutline();
const appearance = new CSSStyleSheet();
document.adoptedStyleSheets = [appearance];

let path: string | undefined;
let locator: FieldLocator | undefined;
let focused: Extract<HostMessage, { kind: 'focus' }> = {
  kind: 'focus',
  field: undefined,
  part: undefined,
  label: '',
  marks: undefined,
};
let wasFound = false;
/** The newest page that lacks the text in which the user types. */
let newestPage: Extract<HostMessage, { kind: 'page' }> | undefined;
const anchor = createScrollAnchor(scrollToSection);
const typing = createTyping({
  send,
  describe: findOtherPlaces,
  onChange() {
    outline.hover(undefined);
    drawFocusAfterFrame();
  },
  onEnd() {
    if (newestPage) receivePage(newestPage);
    else drawFocus({ scroll: false });
  },
});

const entryBar = createEntryBar({ send, getLocator: () => locator });

/** The newest typed text, which the editor does not have yet. */
let typedText: FrameMessage | undefined;

/** Sends a message to the editor. A typed text follows the frame that shows it, which the editor's work would delay. */
function send(message: FrameMessage): void {
  sendTypedText();
  if (message.kind === 'typed') {
    typedText = message;
    afterFrame(sendTypedText);
  } else post(message);
}

function sendTypedText(): void {
  if (typedText) post(typedText);
  typedText = undefined;
}

// A hidden window paints no frame.
for (const type of ['blur', 'pagehide']) window.addEventListener(type, sendTypedText);
document.addEventListener('visibilitychange', sendTypedText);

function post(message: FrameMessage): void {
  window.parent.postMessage(message, location.origin);
}

/** Runs a function once the next frame is painted. */
function afterFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}

/** Texts for screen readers are one pixel large. */
const minSize = 2;

/** Returns the box around all lines of a place; undefined if it cannot be seen. */
function getVisibleBox(place: Element | Range): Box | undefined {
  const box = getBoundingBox([...place.getClientRects()]);
  return box && (box.width > minSize || box.height > minSize) ? box : undefined;
}

/** Returns the box of the first visible place of a field. Shows the slide and opens the details that hide it. */
function findBox(field: PreviewField, marks: FieldMarks | undefined) {
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
function findSurroundingBox(field: PreviewField) {
  const visible = locator?.findItem(field).find((place) => isShown(place.element))?.element;
  let element = visible ?? locator?.findNeighbour(field) ?? null;
  while (element && !isShown(element)) element = element.parentElement;
  return element ? getBoundingBox([...element.getClientRects()]) : undefined;
}

/** Returns where else the page shows a text. */
function findOtherPlaces(field: PreviewField): string | undefined {
  return describeOtherPlaces(locator?.findElements((each) => isSameField(each, field)) ?? []);
}

/** Returns the box to outline, and the one to scroll to. */
function locateFocus() {
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

function drawFocus({ scroll }: { scroll: boolean }): void {
  const { field, label } = focused;
  const { box, target, isVisible } = locateFocus();
  const typed = typing.getLabel();
  const isOver = typed?.isOver ?? false;
  outline.focus(box, { name: typed?.label ?? label, otherPlaces: field && findOtherPlaces(field), isOver });
  if (field && locator) send({ kind: 'found', isVisible });
  const hasAppeared = box !== undefined && !wasFound;
  wasFound = box !== undefined;
  if (!target || !(scroll || hasAppeared)) return;
  const isInView = target.top >= 0 && target.top + target.height <= innerHeight;
  if (!isInView) scrollTo({ top: target.top + scrollY - innerHeight / 3, behavior: 'instant' });
}

let isDrawPending = false;

/** Draws once the frame with the typed text is painted: measuring the boxes forces a layout, which would delay it. */
function drawFocusAfterFrame(): void {
  if (isDrawPending) return;
  isDrawPending = true;
  afterFrame(() => {
    isDrawPending = false;
    drawFocus({ scroll: false });
  });
}

function scrollToSection(section: string): void {
  const element = locator?.findSection(section);
  if (!element) return;
  const margin = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const top = element.getBoundingClientRect().top + scrollY - margin;
  // The first section is shown together with the header above it.
  scrollTo({ top: top < innerHeight / 8 ? 0 : top, behavior: 'instant' });
}

/** The styles of the page after its animations, without motion. */
function createStyles(scheme: 'light' | 'dark'): string {
  return `
    :root { color-scheme: ${scheme} !important }
    *, *::before, *::after {
      animation: none !important;
      content-visibility: visible !important;
      cursor: pointer !important;
      transition: none !important;
    }
    /* A link that covers its card would hide the texts of the card from the pointer. */
    *::before, *::after { pointer-events: none !important }
    [contenteditable] {
      outline: none !important;
      cursor: text !important;
      user-select: text !important;
      /* Otherwise the browser types spaces that do not break. */
      white-space: pre-wrap !important;
    }`;
}

function receive(message: HostMessage): void {
  switch (message.kind) {
    case 'appearance':
      outline.setScale(message.scale);
      entryBar.setScale(message.scale);
      appearance.replaceSync(createStyles(message.scheme));
      drawFocus({ scroll: false });
      break;
    case 'focus':
      focused = message;
      if (!isTypedField(message.field)) typing.end();
      anchor.setFocus(message.field !== undefined);
      drawFocus({ scroll: true });
      break;
    case 'section':
      anchor.requestSection(message, path);
      break;
    case 'text':
      locator?.replaceText(message.patch, typing.getElement());
      drawFocusAfterFrame();
      break;
    case 'type':
      if (message.text) typing.start(message.text);
      else typing.end();
      break;
    case 'entries':
      entryBar.receive(message.fields, message.entries);
      break;
    case 'typed-value':
      typing.setValue(message.text);
      break;
    case 'page':
      receivePage(message);
  }
}

function isTypedField(field: PreviewField | undefined): boolean {
  const typed = typing.getField();
  return typed !== undefined && field !== undefined && isSameField(typed, field);
}

function receivePage(message: Extract<HostMessage, { kind: 'page' }>): void {
  const isSamePage = message.path === path;
  if (!isSamePage) typing.end();
  const element = typing.getElement();
  const typed = element && { element, isField: (number: number) => isTypedField(message.fields[number]) };
  const nodes = showPage(message.html, isSamePage, typed);
  newestPage = nodes ? undefined : message;
  if (!nodes) return;
  path = message.path;
  locator = createFieldLocator(message.fields, nodes);
  if (message.patch) locator.replaceText(message.patch, typing.getElement());
  outline.hover(undefined);
  if (!isSamePage) scrollTo({ top: 0, behavior: 'instant' });
  drawFocus({ scroll: !isSamePage });
  entryBar.onPage();
  anchor.onPage(path);
  send({ kind: 'shown', path });
}

window.addEventListener('message', (event: MessageEvent<HostMessage>) => {
  if (isFrom(event, window.parent)) receive(event.data);
});

/** Returns the path of another page of the site that a link leads to. */
function getLinkedPath(target: Element): string | undefined {
  const href = target.closest('a[href]')?.getAttribute('href') ?? '';
  if (!href.startsWith('/') || href.startsWith('//')) return undefined;
  const { pathname } = new URL(href, location.origin);
  return pathname !== path && pathname.endsWith('/') ? pathname : undefined;
}

/** Returns the address of the picture at a point of the window, also behind an empty part of a transparent box. */
function findPictureAt(x: number, y: number): string | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const picture = getPicture(element);
    if (picture !== undefined) return picture;
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    if (hasText || !getComputedStyle(element).backgroundColor.endsWith(', 0)')) return undefined;
  }
  return undefined;
}

/**
 * Returns the address of the picture that an element is part of, empty for a drawing. A small picture is an icon, unless
 * it is the logo. A drawing may contain texts.
 */
function getPicture(element: Element): string | undefined {
  const picture = element.closest('img, picture, video, svg');
  if (!picture || element.closest('text')) return undefined;
  const isIcon = picture.getBoundingClientRect().width < minPictureWidth && !picture.matches(logoSelector);
  return isIcon ? undefined : (picture.getAttribute('src') ?? '');
}

document.addEventListener(
  'click',
  (event) => {
    if (entryBar.includes(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const target = event.target as Element;
    if (typing.getElement()?.contains(target)) return;
    const linked = event.altKey ? undefined : getLinkedPath(target);
    if (linked !== undefined) return send({ kind: 'open', path: linked });
    const field = locator?.findAt(event.clientX, event.clientY, target);
    const picture = findPictureAt(event.clientX, event.clientY);
    pointAt({ clientX: event.clientX, clientY: event.clientY, target, field });
    const place = locator?.findTypingPlace(event.clientX, event.clientY, target);
    typing.click(place);
    if (field) send({ kind: 'field', field, picture, canType: place !== undefined });
  },
  { capture: true },
);
for (const type of ['auxclick', 'submit', 'dragstart']) {
  document.addEventListener(type, (event) => event.preventDefault(), { capture: true });
}

/** The newest movement of the pointer, until the next frame. */
let moved: PointerEvent | 'toolbar' | undefined;
document.addEventListener('pointermove', (event) => {
  if (!moved) requestAnimationFrame(followPointer);
  moved = entryBar.includes(event) ? 'toolbar' : event;
});

function followPointer(): void {
  const event = moved;
  moved = undefined;
  if (!event || event === 'toolbar') return;
  const { clientX, clientY, target } = event;
  const field = target instanceof Element ? locator?.findAt(clientX, clientY, target) : undefined;
  const places = (field && locator?.find(field)) ?? [];
  const box = places.map(({ element, range }) => getVisibleBox(range ?? element)).find((found) => found !== undefined);
  const isFocused = field && focused.field && isSameField(field, focused.field);
  outline.hover(isFocused ? undefined : box, field && findOtherPlaces(field));
  if (target instanceof Element && target.isConnected) pointAt({ clientX, clientY, target, field });
}
document.documentElement.addEventListener('pointerleave', () => {
  moved = undefined;
  outline.hover(undefined);
  entryBar.point(undefined, () => undefined);
});
document.addEventListener('focusin', (event) => {
  if (entryBar.includes(event)) return;
  const findFocused = () => document.activeElement && toPlace(document.activeElement);
  entryBar.point(findFocused() ?? undefined, findFocused);
});

function toPlace(element: Element, field?: PreviewField): PointedPlace | undefined {
  return locator && { element, fields: locator.findAround(element, field) };
}

interface Pointed {
  clientX: number;
  clientY: number;
  target: Element;
  field: PreviewField | undefined;
}

/** Offers the actions of the entry at the pointer. */
function pointAt({ clientX, clientY, target, field }: Pointed): void {
  entryBar.point(toPlace(target, field), () => {
    const element = document.elementFromPoint(clientX, clientY);
    return element && toPlace(element, locator?.findAt(clientX, clientY, element));
  });
}

new ResizeObserver(() => {
  drawFocus({ scroll: anchor.isField() });
  entryBar.place();
  anchor.onResize();
}).observe(document.documentElement);
send({ kind: 'ready' });
