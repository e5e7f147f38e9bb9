const slideSelector = '[aria-roledescription="slide"]';

/** The slide of a carousel in which an element stands. */
export function slideAround(element: Element): Element | undefined {
  return element.closest(slideSelector) ?? undefined;
}

export function isSlide(element: Element): boolean {
  return element.matches(slideSelector);
}

/** Also at its stop below the slides: a page that was made anew shows the first one. */
export function bringToFront(slide: Element): void {
  const slides = [...(slide.parentElement?.children ?? [])];
  for (const other of slides) other.toggleAttribute('data-active', other === slide);
  const stops = slide.closest('section')?.querySelector('.stops');
  const progress = stops?.querySelector('.progress');
  for (const [index, stop] of [...(stops?.children ?? [])].entries()) {
    stop.ariaDisabled = String(slides[index] === slide);
    if (progress && slides[index] === slide) stop.prepend(progress);
  }
}
