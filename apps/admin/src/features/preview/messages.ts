import type { PreviewField } from '@threadline/schema/wire/preview';

/** The change of a field's text since the page was rendered. */
export interface TextPatch {
  field: PreviewField;
  before: string;
  after: string;
}

/** The logo on the page: an uploaded one, or the drawing of the design. */
export const logoSelector = '.site-logo > :is(img, svg)';

/** How to find a field that the page does not show as a text of its own: a link, a number, a date, a switch, a picture. */
export interface FieldMarks {
  /** The field describes a picture or video, and is shown where that is. */
  isPicture: boolean;
  /** Pointer of the field of the same item whose text includes the value. */
  shownIn: string | undefined;
  /** Matches the elements that have the value in an attribute. */
  selector: string | undefined;
  /** The value occurs once on the site, such as an email address. Other values count only near the item's text. */
  isUnique: boolean;
}

/** A text that the user may type on the page. */
export interface TypedText extends PreviewField {
  label: string;
  /** The value of the field. On the page, a text that is shown otherwise is not typed. */
  value: string;
  maxLength: number | undefined;
}

/** An action of an entry on the page. */
export type EntryAction = 'move-back' | 'move-on' | 'hide' | 'add' | 'remove';

/** The actions of an entry of a list: a content item, or an entry of a list field at the pointer. */
export interface EntryBar {
  entry: PreviewField;
  /** The beginning of the keys of the list's items, or the pointer of the list field. */
  list: string;
  /** The name of the kind: Service. */
  kind: string;
  /** The name of the entry itself. */
  name: string | undefined;
  /** A move has no label: the page shows the direction. */
  buttons: { action: EntryAction; label?: string; isDisabled: boolean }[];
}

/** An action of the editor that the user asks for while typing on the page. */
export type EditorCommand = 'undo' | 'redo' | 'save';

/** Messages from the host, which is the pane beside the editor, to the frame with the page. */
export type HostMessage =
  | { kind: 'page'; path: string; html: string; fields: PreviewField[]; patch: TextPatch | undefined }
  /** Changes a text before its page is rendered. */
  | { kind: 'text'; patch: TextPatch }
  /** Puts the caret into the text that was clicked. undefined: it can no longer be typed. */
  | { kind: 'type'; text: TypedText | undefined }
  /** The form has another text than was typed last. */
  | { kind: 'typed-value'; text: string }
  /** The entries that these fields belong to, the innermost first. */
  | { kind: 'entries'; fields: readonly PreviewField[]; entries: EntryBar[] }
  /** Outlines a field, or the part of a formatted text with the caret; undefined removes the outline. */
  | {
      kind: 'focus';
      field: PreviewField | undefined;
      part: string | undefined;
      label: string;
      marks: FieldMarks | undefined;
    }
  /** Scrolls to a section once its page is shown, unless a field gets the focus first. */
  | { kind: 'section'; section: string; path: string }
  | { kind: 'appearance'; scheme: 'light' | 'dark'; scale: number };

/** Messages from the frame to the host. */
export type FrameMessage =
  | { kind: 'ready' }
  /** The page that was sent last is visible. */
  | { kind: 'shown'; path: string }
  /** The user clicked the text of a field, or a picture of its item: `picture` is its address, empty for a drawing. */
  | { kind: 'field'; field: PreviewField; picture: string | undefined; canType: boolean }
  /** The user typed on the page. A change that is a step is undone by itself. */
  | { kind: 'typed'; field: PreviewField; text: string; isStep: boolean }
  | { kind: 'command'; field: PreviewField; command: EditorCommand }
  | { kind: 'typing-ended' }
  /** The fields at the pointer or the focus: the closest one, and the first one of each other item around it. */
  | { kind: 'entry'; fields: readonly PreviewField[] }
  | { kind: 'entry-action'; entry: PreviewField; action: EntryAction }
  /** The user followed a link to another page of the site. */
  | { kind: 'open'; path: string }
  /** Whether the page shows the focused field. */
  | { kind: 'found'; isVisible: boolean };

/** Returns whether a message comes from this origin and that window. Any page can send messages to any window. */
export function isFrom(
  { origin, source }: Pick<MessageEvent, 'origin' | 'source'>,
  sender: Window | null | undefined,
): boolean {
  return origin === location.origin && source !== null && source === sender;
}
