import { logoSelector } from '../messages.ts';

/** The minimum width of a picture, in CSS pixels. Smaller ones are icons. */
const minPictureWidth = 40;

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

/** Returns the address of the picture at a point of the window, also behind an empty part of a transparent box. */
export function findPictureAt(x: number, y: number): string | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const picture = getPicture(element);
    if (picture !== undefined) return picture;
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    if (hasText || !getComputedStyle(element).backgroundColor.endsWith(', 0)')) return undefined;
  }
  return undefined;
}

/**
 * Returns the address of the picture that an element is part of, empty for a drawing. A small picture is an icon, unless
 * it is the logo. A drawing may contain texts.
 */
function getPicture(element: Element): string | undefined {
  const picture = element.closest('img, picture, video, svg');
  if (!picture || element.closest('text')) return undefined;
  const isIcon = picture.getBoundingClientRect().width < minPictureWidth && !picture.matches(logoSelector);
  return isIcon ? undefined : (picture.getAttribute('src') ?? '');
}
