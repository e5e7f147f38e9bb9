import type { PreviewField } from '@threadline/schema/wire/preview';
import type { EntryAction, EntryBar, FrameMessage } from '../messages.ts';
import { findEntryElement, isInEntry } from './entry-element.ts';
import { createEntryToolbar } from './entry-toolbar.ts';
import { type FieldLocator, isSameField } from './field-locator.ts';

interface EntryBarOptions {
  send: (message: FrameMessage) => void;
  getLocator: () => FieldLocator | undefined;
}

/** An element of the page at the pointer or with the focus, its field, and one of each item around it. */
export interface PointedPlace {
  element: Element;
  fields: readonly PreviewField[];
}

type FindPlace = () => PointedPlace | null | undefined;

/** Shows the actions of the entry at the pointer or the focus. The host knows which they are. */
export function createEntryBar({ send, getLocator }: EntryBarOptions) {
  let target: PointedPlace | undefined;
  /** Finds the place again in a new rendering of the page. */
  let findTarget: FindPlace = () => undefined;
  /** The entries of the fields, the innermost first. */
  let entries: readonly EntryBar[] = [];
  /** The entry of the action that was chosen last, until something else is pointed at. The toolbar stays with it. */
  let followed: PreviewField | undefined;

  const toolbar = createEntryToolbar(({ bar: { entry } }, action) => {
    send({ kind: 'entry-action', entry, action });
    followed = { ...entry, pointer: getMovedPointer(entry, action) };
    if (isSameField(followed, entry) || !target) return;
    target = { ...target, fields: [followed] };
    send({ kind: 'entry', fields: target.fields });
  });

  /** Shows the innermost entry that contains the target. */
  const update = () => {
    const locator = getLocator();
    for (const bar of target ? entries : []) {
      const element = locator && target && findEntryElement(bar, target.element, locator);
      if (element) return toolbar.show({ bar, element });
    }
    toolbar.hide();
  };

  /** Shows the toolbar where the page shows its entry now. */
  const follow = () => {
    const locator = getLocator();
    const shown = toolbar.getShown();
    if (!locator || !shown) return;
    const wanted = followed ?? shown.bar.entry;
    const bar = entries.find(({ entry }) => isSameField(entry, wanted)) ?? { ...shown.bar, entry: wanted };
    const isInMain = shown.element.closest('main') !== null;
    const start = locator
      .findElements((field) => isInEntry(wanted, field))
      .find((element) => (element.closest('main') !== null) === isInMain);
    const element = start && findEntryElement(bar, start, locator);
    if (element) toolbar.show({ bar, element });
    else toolbar.hide();
  };

  const setTarget = (next: PointedPlace | undefined) => {
    const isSame = hasSameFields(next, target?.fields);
    target = next;
    if (!isSame) {
      entries = [];
      send({ kind: 'entry', fields: next?.fields ?? [] });
    }
    update();
  };

  return {
    setScale: toolbar.setScale,
    includes: toolbar.includes,
    place: toolbar.place,
    /**
     * Follows the pointer or the focus to a place of the page.
     *
     * @param findAgain finds the place in a new rendering of the page
     */
    point(next: PointedPlace | undefined, findAgain: FindPlace): void {
      if (next?.element === target?.element && hasSameFields(next, target?.fields)) return;
      // The toolbar stays while its buttons are used by keyboard.
      if (toolbar.hasFocus()) return;
      followed = undefined;
      findTarget = findAgain;
      setTarget(next);
    },
    receive(fields: readonly PreviewField[], next: readonly EntryBar[]): void {
      if (!target || !hasSameFields(target, fields)) return;
      entries = next;
      if (followed || toolbar.hasFocus()) follow();
      else update();
    },
    /** The page was rendered again: the entry may have moved, or may be gone. */
    onPage(): void {
      if (followed || toolbar.hasFocus()) follow();
      else setTarget(findTarget() ?? undefined);
    },
  };
}

function hasSameFields(place: PointedPlace | undefined, fields: readonly PreviewField[] = []): boolean {
  const own = place?.fields ?? [];
  return (
    own.length === fields.length && own.every((field, index) => fields[index] && isSameField(field, fields[index]))
  );
}

/** Returns the pointer of an entry of a list field after the action. Items keep their keys. */
function getMovedPointer({ pointer }: PreviewField, action: EntryAction): string {
  const step = { 'move-back': -1, 'move-on': 1, hide: 0, add: 0, remove: 0 }[action];
  const start = pointer.lastIndexOf('/') + 1;
  return step === 0 || pointer === '' ? pointer : `${pointer.slice(0, start)}${Number(pointer.slice(start)) + step}`;
}
