import { bringToFront, slideAround } from './slides.ts';

/** What is hidden or faded may have a box all the same. */
export function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

/** The slide of a carousel and the closed details around an element, opened as a visitor would. */
export function reveal(element: Element): void {
  const slide = slideAround(element);
  if (slide) bringToFront(slide);
  for (let details = element.closest('details'); details; details = details.parentElement?.closest('details') ?? null) {
    details.open = true;
  }
}
