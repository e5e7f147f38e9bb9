import type { PreviewField } from '@threadline/schema/wire/preview';
import type { FrameMessage, TextPatch, TypedText } from '../messages.ts';
import { isSameField } from './field-locator.ts';

/** An element whose only content is the text of one field, and where the user clicked in it. */
export interface TypingPlace {
  element: HTMLElement;
  field: PreviewField;
  offset: number;
}

interface TypingOptions {
  send: (message: FrameMessage) => void;
  /** Called after each change of the text. */
  onChange: () => void;
  /** Called after the user has left the text. */
  onEnd: () => void;
}

interface Typing {
  element: HTMLElement;
  text: TypedText;
  restoreAttributes: () => void;
}

/** The attributes of a text field, for assistive technology and for the browser. */
const attributes = { contenteditable: 'plaintext-only', role: 'textbox', spellcheck: 'true' };

/**
 * Lets the user type in a text of the page. The form of the item stays the source of truth: it receives every change, and
 * Undo, Redo and Save belong to it. Lines cannot be broken, as in the form's field.
 */
export function createTyping({ send, onChange, onEnd }: TypingOptions) {
  let clicked: TypingPlace | undefined;
  let typing: Typing | undefined;

  const start = (text: TypedText) => {
    // The page may have been rendered again since the click.
    if (typing || !clicked?.element.isConnected || !isSameField(clicked.field, text)) return;
    const { element, offset } = clicked;
    clicked = undefined;
    const shown = readText(element);
    if (shown.trim() !== text.value.trim()) return;
    const given = Object.keys({ ...attributes, 'aria-label': '' }).map((name) => [name, element.getAttribute(name)]);
    const restoreAttributes = () => {
      for (const [name, value] of given) {
        if (typeof value === 'string') element.setAttribute(String(name), value);
        else element.removeAttribute(String(name));
      }
    };
    for (const [name, value] of Object.entries({ ...attributes, 'aria-label': text.label }))
      element.setAttribute(name, value);
    typing = { element, text, restoreAttributes };
    setText(element, text.value);
    element.focus({ preventScroll: true });
    placeCaret(element, Math.max(0, offset - shown.indexOf(text.value.trim())));
    onChange();
  };

  const end = () => {
    if (!typing) return;
    const { element, restoreAttributes } = typing;
    // Removing the attribute ends the focus, which calls this function again.
    typing = undefined;
    restoreAttributes();
    element.blur();
    send({ kind: 'typing-ended' });
    onEnd();
  };

  const report = () => {
    if (!typing) return;
    const { element, text } = typing;
    keepOneText(element);
    send({ kind: 'typed', field: text, text: readText(element) });
    onChange();
  };

  document.addEventListener('input', (event) => {
    // The text of a composition is complete when it ends.
    if (!(event as InputEvent).isComposing) report();
  });
  document.addEventListener('compositionend', report);
  document.addEventListener('beforeinput', (event) => {
    if (!typing) return;
    const { inputType, dataTransfer, data } = event;
    if (inputType === 'historyUndo' || inputType === 'historyRedo') {
      event.preventDefault();
      send({ kind: 'step', field: typing.text, step: inputType === 'historyUndo' ? 'undo' : 'redo' });
    } else if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') {
      event.preventDefault();
      end();
    } else if (inputType === 'insertFromPaste' || inputType === 'insertFromDrop') {
      event.preventDefault();
      insert(toOneLine(dataTransfer?.getData('text/plain') ?? data ?? ''));
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
      report();
    } else send({ kind: 'step', field: text, step: command });
    if (command === 'restore' || command === 'save') end();
  });
  // The keys of a button or of a summary are those of the text in it.
  document.addEventListener('keyup', (event) => {
    if (typing) event.preventDefault();
  });
  document.addEventListener('focusout', () => {
    // The element keeps the focus of the page while another window has that of the browser.
    if (typing && document.activeElement !== typing.element) end();
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
    /** Shows a change that the form made itself: Undo, Redo, and the user's typing there. */
    patch({ field, before, after }: TextPatch): void {
      if (!typing || !isSameField(field, typing.text) || readText(typing.element) !== before) return;
      setText(typing.element, after);
      placeCaret(typing.element, findEndOfChange(before, after));
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
  if (firstChild instanceof Text) firstChild.data = text;
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
  const most = Math.min(before.length, after.length);
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return after.length - same;
}

function toOneLine(text: string): string {
  const lines = text.split(/[\r\n]/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

/** Replaces the selection, and leaves the caret behind the text. */
function insert(text: string): void {
  const range = getSelection()?.rangeCount ? getSelection()?.getRangeAt(0) : undefined;
  if (!range || !(range.startContainer instanceof Text)) return;
  const { startContainer: node, startOffset: offset } = range;
  range.deleteContents();
  node.insertData(offset, text);
  getSelection()?.collapse(node, offset + text.length);
}
