import type { PreviewField } from '@threadline/schema/wire/preview';
import type { EntryBar } from '../messages.ts';
import { type FieldLocator, listAncestors } from './field-locator.ts';

/** Elements that hold the only entry of a list. */
const holders = 'li, article, details, figure, [aria-roledescription="slide"]';

/** Returns whether a field belongs to an entry. */
export function isInEntry({ section, key, pointer }: PreviewField, field: PreviewField): boolean {
  const isSameItem = field.section === section && field.key === key;
  return isSameItem && (pointer === '' || field.pointer === pointer || field.pointer.startsWith(`${pointer}/`));
}

/** Returns whether a field belongs to another entry of the same list. */
function isInSibling({ entry, list }: EntryBar, field: PreviewField): boolean {
  if (field.section !== entry.section || isInEntry(entry, field)) return false;
  return entry.pointer === ''
    ? field.key.startsWith(list)
    : field.key === entry.key && field.pointer.startsWith(`${list}/`);
}

/**
 * Returns the element of an entry around another element: the largest one without another entry of the list. The header
 * and the footer only repeat what the page shows: an entry that is in `main` has no element there.
 */
export function findEntryElement(bar: EntryBar, start: Element, locator: FieldLocator): Element | undefined {
  const own = locator.findElements((field) => isInEntry(bar.entry, field));
  if (!start.closest('main') && own.some((element) => element.closest('main'))) return undefined;
  const siblings = locator.findElements((field) => isInSibling(bar, field));
  const listWithin = (elements: readonly Element[], element: Element) =>
    elements.filter((each) => element.contains(each));
  const alone = listAncestors(start).filter((element) => listWithin(siblings, element).length === 0);
  const around = alone.filter((element) => listWithin(own, element).length > 0);
  if (siblings.length > 0) return around.at(-1);
  // The list of one entry may have a title beside it.
  const whole = around.find((element) => element.matches(holders) || own.length === listWithin(own, element).length);
  return whole?.closest(holders) ?? whole;
}
