import { isArtName } from '@threadline/schema/art';
import type { SiteContent } from '@threadline/schema/site-content';
import { drawingOf } from './catalog.ts';
import { processThread } from './scenes/process.ts';
import { hashedName } from './standalone.ts';

/**
 * Large drawings of the landing page that nobody sees at first: later slides, services, the process. One file that `<use>` takes
 * them from keeps them out of the HTML, and still lets them reach beyond their frame and follow the page's colours.
 */
export interface Sprite {
  url: string;
  svg: string;
}

const made = new WeakMap<SiteContent, Sprite>();

export const processThreadId = 'process-thread';

/** Where `<use>` finds a drawing of the sprite. */
export function spriteHref(content: SiteContent, id: string): string {
  return `${landingSprite(content).url}#${id}`;
}

export function landingSprite(content: SiteContent): Sprite {
  const known = made.get(content);
  if (known) return known;
  const slides = content.hero.slides.slice(1).map(({ value }) => value.media.src);
  const cards = content.services.cards.map(({ value }) => value.picture.src);
  const names = new Set([...slides, ...cards].map(artNameOf).filter((name) => isArtName(name)));
  const parts = Array.from(names, (name) => `<g id="${name}">${drawingOf(name).body}</g>`);
  const thread = `<g id="${processThreadId}">${processThread(content.process.steps.length).body}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" fill="none" stroke-linecap="round">${parts.join('')}${thread}</svg>\n`;
  const sprite = { url: hashedName('landing', svg), svg };
  made.set(content, sprite);
  return sprite;
}

/** The name in `/art/<name>`; empty for every other source. */
export function artNameOf(src: string): string {
  return src.startsWith('/art/') ? src.slice('/art/'.length) : '';
}
