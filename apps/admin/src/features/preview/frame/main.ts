import type { PreviewField } from '@threadline/schema/wire/preview';
import { type HostMessage, isFrom } from '../messages.ts';
import { createEditorChannel } from './editor-channel.ts';
import { createEntryBar, type PointedPlace } from './entry-bar.ts';
import { createFieldLocator, type FieldLocator, isSameField } from './field-locator.ts';
import { findPictureAt } from './find-picture.ts';
import { createFocusedField, findOtherPlaces, getVisibleBox } from './focused-field.ts';
import { createOutline } from './outline.ts';
import { showPage } from './page.ts';
import { createScrollAnchor } from './scroll-anchor.ts';
import { createTyping } from './typing.ts';

/*
 * The document in which the editor shows the page. It runs no script of the page: islands show their server-rendered
 * state, nothing moves, nothing is sent, and links open another preview.
 */
const outline = createOutline();
const appearance = new CSSStyleSheet();
document.adoptedStyleSheets = [appearance];

let path: string | undefined;
let locator: FieldLocator | undefined;
/** The newest page that lacks the text in which the user types. */
let newestPage: Extract<HostMessage, { kind: 'page' }> | undefined;
const getLocator = () => locator;
const anchor = createScrollAnchor(scrollToSection);
const { send } = createEditorChannel();
const typing = createTyping({
  send,
  describe: (field) => findOtherPlaces(field, locator),
  onChange() {
    outline.hover(undefined);
    focusedField.drawAfterFrame();
  },
  onEnd() {
    if (newestPage) receivePage(newestPage);
    else focusedField.draw({ scroll: false });
  },
});
const focusedField = createFocusedField({ outline, send, getLocator, getTypedLabel: typing.getLabel });
const entryBar = createEntryBar({ send, getLocator });

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
      focusedField.draw({ scroll: false });
      break;
    case 'focus':
      focusedField.set(message);
      if (!isTypedField(message.field)) typing.end();
      anchor.setFocus(message.field !== undefined);
      focusedField.draw({ scroll: true });
      break;
    case 'section':
      anchor.requestSection(message, path);
      break;
    case 'text':
      locator?.replaceText(message.patch, typing.getElement());
      focusedField.drawAfterFrame();
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
  focusedField.draw({ scroll: !isSamePage });
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
  const isFocused = field && focusedField.isField(field);
  outline.hover(isFocused ? undefined : box, field && findOtherPlaces(field, locator));
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
  focusedField.draw({ scroll: anchor.isField() });
  entryBar.place();
  anchor.onResize();
}).observe(document.documentElement);
send({ kind: 'ready' });
