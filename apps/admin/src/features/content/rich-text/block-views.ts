import { findArt } from '@threadline/schema/primitives/art';
import type { Node } from '@tiptap/pm/model';
import { getArtThumbnail } from '../../../ui/art-thumbnail.ts';
import { stampBlock } from './block-attributes.ts';

function createElement(tag: string, attributes: Record<string, string>, children: (HTMLElement | string)[] = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Loads a picture of the site into its element. */
export type LoadPicture = (image: HTMLImageElement, address: string) => void;

/** Returns a picture, or a note where it cannot be shown here. */
function createPicture(src: string, alt: string, load: LoadPicture): HTMLElement {
  const art = findArt(src);
  const shown = art ? getArtThumbnail(art) : src.startsWith('/media/') ? src : undefined;
  if (!shown) return createElement('p', {}, [src === '' ? 'No image' : `Image at ${src}`]);
  const image = document.createElement('img');
  image.alt = alt;
  load(image, shown);
  return image;
}

/** Returns a picture with its caption. */
export function renderImage({ attrs }: Node, load: LoadPicture): HTMLElement {
  const picture = createPicture(String(attrs.src), attrs.decorative ? '' : String(attrs.alt), load);
  const caption = attrs.caption ? [createElement('figcaption', {}, [String(attrs.caption)])] : [];
  const block = { ...stampBlock('image', attrs), 'data-width': String(attrs.width) };
  return createElement('figure', block, [picture, ...caption]);
}

/** Returns the poster image of a video with its title. */
export function renderVideo({ attrs }: Node, load: LoadPicture): HTMLElement {
  const poster = createElement('div', { 'data-poster': '' }, [createPicture(String(attrs.poster), '', load)]);
  const caption = createElement('figcaption', {}, [String(attrs.title)]);
  return createElement('figure', stampBlock('video', attrs), [poster, caption]);
}

/** Returns a big number with its label and source. */
export function renderNumber({ attrs }: Node): HTMLElement {
  const source = attrs.source ? [createElement('small', {}, [String(attrs.source)])] : [];
  return createElement('div', stampBlock('figure', attrs), [
    createElement('strong', {}, [String(attrs.value)]),
    createElement('span', {}, [String(attrs.label)]),
    ...source,
  ]);
}
