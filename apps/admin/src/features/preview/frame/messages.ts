import type { PreviewField } from '@threadline/schema/preview';

/** What was typed into a field since the page was made. */
export interface TypedWords {
  field: PreviewField;
  before: string;
  after: string;
}

/** How to find a field on the page that shows no tagged text of its own: a link, a number, a date, a switch, a picture. */
export interface FieldMarks {
  /** It describes a picture or video: the field is shown where that is. */
  isPicture: boolean;
  /** Pointer to the field of the same item whose text includes the value of this one. */
  shownIn: string | undefined;
  /** Matches the elements that carry the value in an attribute. */
  selector: string | undefined;
  /** The value occurs once on the site, such as an e-mail address; other values count only near the item's text. */
  isUnique: boolean;
}

/** Whether a message is of this origin and of that window: any page may send one to any window. */
export function isFrom(
  { origin, source }: Pick<MessageEvent, 'origin' | 'source'>,
  sender: Window | null | undefined,
): boolean {
  return origin === location.origin && source !== null && source === sender;
}

/** From the editor to the frame. Both are of one origin, and each checks it. */
export type ToFrame =
  | { kind: 'page'; path: string; html: string; fields: PreviewField[]; typed: TypedWords | undefined }
  /** Shown at once where the page shows the field as it is; the page itself follows. */
  | { kind: 'words'; typed: TypedWords }
  /** Outlines a field; undefined removes the outline. */
  | { kind: 'focus'; field: PreviewField | undefined; label: string; marks: FieldMarks | undefined }
  /** Bring a section into sight, once: as soon as this page is shown, unless a field gets the caret before. */
  | { kind: 'section'; section: string; path: string }
  | { kind: 'look'; scheme: 'light' | 'dark'; scale: number };

/** From the frame to the editor. */
export type FromFrame =
  | { kind: 'ready' }
  /** The page that was sent last can be seen. */
  | { kind: 'shown'; path: string }
  /** Somebody pressed the words of a field, or a picture of its item. */
  | { kind: 'field'; field: PreviewField; isPicture: boolean }
  /** Somebody followed a link to another page of the site. */
  | { kind: 'open'; path: string }
  /** Whether the field that was asked for can be seen on this page. */
  | { kind: 'found'; isVisible: boolean };
