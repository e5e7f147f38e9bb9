const slideSelector = '[aria-roledescription="slide"]';

export function isSlide(element: Element): boolean {
  return element.matches(slideSelector);
}

export function findSlide(element: Element): Element | undefined {
  return element.closest(slideSelector) ?? undefined;
}

/** Returns whether an element is visible. Hidden and transparent elements may have a box too. */
export function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

/** Shows the slide of an element and opens the details around it, as a visitor would. */
export function reveal(element: Element): void {
  const slide = findSlide(element);
  if (slide) showSlide(slide);
  for (let details = element.closest('details'); details; details = details.parentElement?.closest('details') ?? null) {
    details.open = true;
  }
}

/** Marks the indicator of the shown slide after a change of the page; shows the first slide if that one is gone. */
export function updateSlides(): void {
  const slides = [...document.querySelectorAll(slideSelector)];
  const shown = slides.find((slide) => slide.hasAttribute('data-active')) ?? slides[0];
  if (shown) showSlide(shown);
}

/** Shows a slide and marks its indicator. A new page always starts with the first one. */
function showSlide(slide: Element): void {
  const slides = [...(slide.parentElement?.children ?? [])];
  for (const other of slides) other.toggleAttribute('data-active', other === slide);
  const indicators = slide.closest('section')?.querySelector('.indicators');
  const progress = indicators?.querySelector('.progress');
  for (const [index, indicator] of [...(indicators?.children ?? [])].entries()) {
    indicator.ariaDisabled = String(slides[index] === slide);
    // A move restarts its animation and lays out the page again.
    if (progress && slides[index] === slide && progress.parentElement !== indicator) indicator.prepend(progress);
  }
}
