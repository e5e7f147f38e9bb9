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

/** Returns a picture with its caption, or a note where the picture cannot be shown here. */
export function renderImage({ attrs }: Node): HTMLElement {
  const src = String(attrs.src);
  const art = findArt(src);
  const shown = art ? getArtThumbnail(art) : src.startsWith('/media/') ? src : undefined;
  const alt = attrs.decorative ? '' : String(attrs.alt);
  const picture = shown
    ? createElement('img', { src: shown, alt })
    : createElement('p', {}, [src === '' ? 'No picture' : `Picture at ${src}`]);
  const caption = attrs.caption ? [createElement('figcaption', {}, [String(attrs.caption)])] : [];
  return createElement('figure', stampBlock('image', attrs), [picture, ...caption]);
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
