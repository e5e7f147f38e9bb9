/** The minimum width of a picture, in CSS pixels. Smaller ones are icons. */
export const minPictureWidth = 40;

/** Returns the largest picture or video in the smallest container that has one and includes one of the elements. */
export function findPicture(elements: readonly Element[]): Element | undefined {
  const containers = elements.flatMap((element) => findContainer(element) ?? []);
  const [smallest] = containers.toSorted((one, other) => getArea(one) - getArea(other));
  return smallest && listPictures(smallest)[0];
}

function findContainer(start: Element): Element | undefined {
  for (let element: Element | null = start; element && element !== document.body; element = element.parentElement) {
    if (listPictures(element).length > 0) return element;
  }
  return undefined;
}

/** Returns the pictures in an element, the largest first. */
function listPictures(element: Element): Element[] {
  return [element, ...element.querySelectorAll('*')]
    .filter((each) => each.matches('img, video, svg') && each.getBoundingClientRect().width >= minPictureWidth)
    .toSorted((one, other) => getArea(other) - getArea(one));
}

function getArea(element: Element): number {
  const { width, height } = element.getBoundingClientRect();
  return width * height;
}
