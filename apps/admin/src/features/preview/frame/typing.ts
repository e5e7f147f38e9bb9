import type { PreviewField } from '@threadline/schema/wire/preview';
import { toOneLine } from '../../../format/one-line.ts';
import type { FrameMessage, TypedText } from '../messages.ts';
import { isSameField } from './field-locator.ts';

/** An element whose only content is the text of one field, and where the user clicked in it. */
export interface TypingPlace {
  element: HTMLElement;
  field: PreviewField;
  offset: number;
}

interface TypingOptions {
  send: (message: FrameMessage) => void;
  /** Returns where else the page shows a text. */
  describe: (field: PreviewField) => string | undefined;
  /** Called after each change of the text. */
  onChange: () => void;
  /** Called after the user has left the text. */
  onEnd: () => void;
}

interface Typing {
  element: HTMLElement;
  text: TypedText;
  /** The text that the form has as far as this page knows. */
  reported: string;
  restoreAttributes: () => void;
}

/** The attributes of a text field, for assistive technology and for the browser. */
const attributes = { contenteditable: 'plaintext-only', role: 'textbox', spellcheck: 'true' };

/**
 * Lets the user type in a text of the page. The form of the item stays the source of truth: it receives every change, and
 * Undo, Redo and Save belong to it. Lines cannot be broken here: a text of several paragraphs is written in the form.
 */
export function createTyping({ send, describe, onChange, onEnd }: TypingOptions) {
  let clicked: TypingPlace | undefined;
  let typing: Typing | undefined;

  const start = (text: TypedText) => {
    const place = clicked;
    clicked = undefined;
    const shown = place && readText(place.element);
    // The page may have been rendered again since the click, and may show the text in another form.
    const canStart =
      place?.element.isConnected && isSameField(place.field, text) && shown?.trim() === text.value.trim();
    if (typing || !place || shown === undefined || !canStart) return send({ kind: 'typing-ended' });
    const { element, offset } = place;
    const otherPlaces = describe(text);
    const added = { ...attributes, 'aria-label': text.label, ...(otherPlaces && { 'aria-description': otherPlaces }) };
    const changed = [...Object.keys(added), 'aria-invalid'];
    const given = changed.map((name) => [name, element.getAttribute(name)]);
    const restoreAttributes = () => {
      for (const [name, value] of given) {
        if (typeof value === 'string') element.setAttribute(String(name), value);
        else element.removeAttribute(String(name));
      }
    };
    for (const [name, value] of Object.entries(added)) element.setAttribute(name, value);
    typing = { element, text, reported: text.value, restoreAttributes };
    setText(element, text.value);
    element.focus({ preventScroll: true });
    placeCaret(element, Math.max(0, offset - shown.indexOf(text.value.trim())));
    onChange();
  };

  const end = () => {
    if (!typing) return;
    // The text of a composition that ends like this has not been reported yet.
    report();
    const { element, restoreAttributes } = typing;
    // Removing the attribute ends the focus, which calls this function again.
    typing = undefined;
    restoreAttributes();
    element.blur();
    send({ kind: 'typing-ended' });
    onEnd();
  };

  const report = ({ isStep = false } = {}) => {
    if (!typing) return;
    const { element, text } = typing;
    keepOneText(element);
    const written = readText(element);
    if (written === typing.reported) return;
    typing.reported = written;
    const { maxLength = Number.POSITIVE_INFINITY } = text;
    element.ariaInvalid = String(written.length > maxLength);
    send({ kind: 'typed', field: text, text: written, isStep });
    onChange();
  };

  document.addEventListener('input', (event) => {
    // The text of a composition is complete when it ends.
    if (!(event as InputEvent).isComposing) report();
  });
  document.addEventListener('compositionend', () => report());
  document.addEventListener('beforeinput', (event) => {
    if (!typing) return;
    const { inputType, dataTransfer, data } = event;
    if (inputType === 'historyUndo' || inputType === 'historyRedo') {
      event.preventDefault();
      send({ kind: 'command', field: typing.text, command: inputType === 'historyUndo' ? 'undo' : 'redo' });
    } else if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') {
      event.preventDefault();
      end();
    } else if (inputType === 'insertFromPaste' || inputType === 'insertFromDrop') {
      event.preventDefault();
      insert(typing.element, toOneLine(dataTransfer?.getData('text/plain') ?? data ?? ''));
      report();
    }
  });
  document.addEventListener('keydown', (event) => {
    const command = typing && readCommand(event);
    if (!typing || !command) return;
    event.preventDefault();
    const { element, text } = typing;
    if (command === 'restore') {
      setText(element, text.value);
      report({ isStep: true });
    } else send({ kind: 'command', field: text, command });
    if (command === 'restore' || command === 'save') end();
  });
  // The keys of a button or of a summary are those of the text in it.
  document.addEventListener('keyup', (event) => {
    if (typing) event.preventDefault();
  });
  document.addEventListener('focusout', ({ target }) => {
    // The element keeps the focus of the page while another window has that of the browser.
    if (typing && target === typing.element && document.activeElement !== target) end();
  });

  return {
    start,
    end,
    /** Remembers where the user clicked until the form of the item is open. */
    click(place: TypingPlace | undefined): void {
      clicked = place;
    },
    /** Returns the element in which the user types. */
    getElement: () => typing?.element,
    getField: (): PreviewField | undefined => typing?.text,
    /** Returns the name of the field, with the number of characters once there may be too many of them. */
    getLabel(): { label: string; isOver: boolean } | undefined {
      if (!typing) return undefined;
      const { label, maxLength = Number.POSITIVE_INFINITY } = typing.text;
      const { length } = readText(typing.element);
      return {
        label: length > 0.8 * maxLength ? `${label}: ${length} of ${maxLength}` : label,
        isOver: length > maxLength,
      };
    },
    /** Shows the text of the form, where that has changed by itself: by Undo, Redo, or the user's typing there. */
    setValue(text: string): void {
      if (!typing || readText(typing.element) === text) return;
      const { element } = typing;
      const caret = findEndOfChange(readText(element), text);
      typing.reported = text;
      setText(element, text);
      placeCaret(element, caret);
      onChange();
    },
  };
}

/** Returns what the keys ask for beyond typing. Escape restores the text that was clicked. */
function readCommand({ key, metaKey, ctrlKey, shiftKey, altKey, isComposing }: KeyboardEvent) {
  if (isComposing) return undefined;
  if (key === 'Escape') return 'restore';
  if (altKey || !(metaKey || ctrlKey)) return undefined;
  switch (key.toLowerCase()) {
    case 's':
      return 'save';
    case 'y':
      return 'redo';
    case 'z':
      return shiftKey ? 'redo' : 'undo';
  }
  return undefined;
}

function readText(element: Element): string {
  return (element.textContent ?? '').replaceAll('\u00a0', ' ');
}

/** Changes the text in place: the page knows the field by its node. */
function setText(element: Element, text: string): void {
  const { firstChild } = element;
  if (firstChild instanceof Text && element.childNodes.length === 1) firstChild.data = text;
  else element.replaceChildren(text);
}

/** The browser adds a line break to an empty text, and may split a text. */
function keepOneText(element: Element): void {
  const [first, ...others] = element.childNodes;
  if (first instanceof Text && others.length === 0) return;
  const text = readText(element);
  const selection = getSelection();
  const offset = selection?.focusNode === first ? (selection?.focusOffset ?? 0) : text.length;
  for (const other of others) other.remove();
  setText(element, text);
  placeCaret(element, offset);
}

function placeCaret({ firstChild }: Element, offset: number): void {
  if (firstChild instanceof Text) getSelection()?.collapse(firstChild, Math.min(offset, firstChild.length));
}

function findEndOfChange(before: string, after: string): number {
  let same = 0;
  const maxSame = Math.min(before.length, after.length);
  while (same < maxSame && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return after.length - same;
}

/** Replaces the selection, and leaves the caret behind the text. */
function insert(element: Element, text: string): void {
  const selection = getSelection();
  if (!selection?.rangeCount) return;
  const selected = selection.getRangeAt(0);
  const before = new Range();
  before.selectNodeContents(element);
  before.setEnd(selected.startContainer, selected.startOffset);
  const [start, whole] = [before.toString().length, readText(element)];
  setText(element, whole.slice(0, start) + text + whole.slice(start + selected.toString().length));
  placeCaret(element, start + text.length);
}
