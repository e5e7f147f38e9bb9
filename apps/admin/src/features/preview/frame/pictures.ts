/** Icons are no pictures. */
const smallestPicture = 40;

/** The largest picture or film in what surrounds one of these most closely. */
export function pictureAround(elements: readonly Element[]): Element | undefined {
  const around = elements.flatMap((element) => frameOfPicture(element) ?? []);
  const [closest] = around.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  return closest && picturesIn(closest)[0];
}

/** The largest first. */
function picturesIn(element: Element): Element[] {
  const isLarge = (picture: Element) => picture.getBoundingClientRect().width >= smallestPicture;
  const found = [element, ...element.querySelectorAll('*')].filter((each) => each.matches('img, video, svg'));
  return found.filter(isLarge).toSorted((one, other) => sizeOf(other) - sizeOf(one));
}

/** The nearest element around another one that holds a picture. */
function frameOfPicture(start: Element): Element | undefined {
  for (let element: Element | null = start; element && element !== document.body; element = element.parentElement) {
    if (picturesIn(element).length > 0) return element;
  }
  return undefined;
}

/** Of its box, in square pixels. */
function sizeOf(element: Element): number {
  const { width, height } = element.getBoundingClientRect();
  return width * height;
}
