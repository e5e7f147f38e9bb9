import { findSlide, isShown } from './visibility.ts';

/** Texts for screen readers are one pixel large. */
const minSize = 2;

/**
 * Returns where the page shows a text; undefined if it shows it once.
 *
 * @param elements the elements with the text
 */
export function describeOtherPlaces(elements: readonly Element[]): string | undefined {
  const places = elements
    .filter(isPlace)
    .filter((element, index, all) => !all.slice(0, index).some(isSameText(element)));
  if (places.length < 2) return undefined;
  const parts = new Set(places.map(getPagePart));
  return places.length === 2 && parts.size === 2
    ? `Shown ${[...parts].join(' and ')}`
    : `Shown in ${places.length} places`;
}

/** A copy for a longer ticker is no place of its own. Other slides and closed details are. */
function isPlace(element: Element): boolean {
  if (element.closest('[aria-hidden="true"]')) return false;
  if (findSlide(element) || element.closest('details')) return true;
  const { width, height } = element.getBoundingClientRect();
  return isShown(element) && (width > minSize || height > minSize);
}

/** The paragraphs and lists of one text are beside each other. */
function isSameText({ parentElement }: Element): (other: Element) => boolean {
  return (other) =>
    parentElement !== null &&
    other.parentElement !== null &&
    (parentElement.contains(other) || other.parentElement.contains(parentElement));
}

function getPagePart(element: Element): string {
  if (element.closest('main')) return 'on the page';
  if (element.closest('header')) return 'in the header';
  return element.closest('footer') ? 'in the footer' : 'on the page';
}
