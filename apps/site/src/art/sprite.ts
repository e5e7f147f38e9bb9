import { artAt } from '@threadline/schema/art';
import type { SiteContent } from '@threadline/schema/site-content';
import { stageCount } from '../dashboard/board.ts';
import { growthStrip } from '../growth-check/growth-strip.ts';
import { plainOf } from '../renderer/tagged.ts';
import { statStrip } from '../stats/strip-of.ts';
import { drawingOf } from './catalog.ts';
import type { Scene } from './draw.ts';
import { badgeMark, conversation, mark, stud } from './scenes/ornaments.ts';
import { processMedallion, processThread } from './scenes/process.ts';
import { strip } from './scenes/strip.ts';
import { slideScene } from './slide-scene.ts';
import { hashedName, isStandalone } from './standalone.ts';

/**
 * Drawings of the landing page that nobody looks at first: badges, later slides, figures, services, the board, the process. One file that `<use>`
 * takes them from keeps them out of the HTML, and still lets them reach beyond their frame and follow the page's colours.
 */
export interface Sprite {
  url: string;
  svg: string;
}

const made = new WeakMap<SiteContent, Sprite>();

/** Where `<use>` finds a drawing of the sprite. */
export function spriteHref(content: SiteContent, id: string): string {
  return `${landingSprite(content).url}#${id}`;
}

/** Of a preview the same as of the page. */
export function landingSprite(tagged: SiteContent): Sprite {
  const content = plainOf(tagged);
  const known = made.get(content);
  if (known) return known;
  const cards = content.services.cards.map(({ value }) => artAt(value.picture.src));
  const names = new Set(cards.filter((name) => name !== undefined && !isStandalone(name)));
  const drawings = new Map<string, Scene>([
    ...slidesOf(content),
    ...Array.from(names, (name) => [name, drawingOf(name)] as const),
    ...ornamentsOf(content),
  ]);
  const parts = Array.from(drawings, ([id, scene]) => `<g id="${id}">${withStrip(id, scene)}</g>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" fill="none" stroke-linecap="round">${parts.join('')}</svg>\n`;
  const sprite = { url: hashedName('landing', svg), svg };
  made.set(content, sprite);
  return sprite;
}

/** A slide of its own each: what stands in its drawing is its own. The first one's is in the page, and here only for its strip. */
function slidesOf(content: SiteContent): [string, Scene][] {
  return content.hero.slides.flatMap(({ value }, index): [string, Scene][] => {
    const scene = slideScene(value, content);
    return scene && (index > 0 || scene.strip) ? [[slideId(index), scene]] : [];
  });
}

/** What only a strip shows is a group by itself. */
function withStrip(id: string, { body, strip }: Scene): string {
  if (!strip?.body) return body;
  return `<g id="${stripId(id)}">${strip.body}</g>${body.slice(strip.body.length)}`;
}

export const stripId = (id: string) => `${id}-strip`;

export const slideId = (index: number) => `slide-${index}`;

/** Drawings that the sections themselves bring along, by the id under which the sections find them. */
function ornamentsOf({ hero, process, services, stats }: SiteContent): [string, Scene][] {
  const { steps } = process;
  return [
    ...hero.badges.map((_, index): [string, Scene] => [`badge-${index}`, badgeMark(index)]),
    ['process-thread', processThread(steps.length)],
    ...steps.map((_, index): [string, Scene] => [`step-${index}`, processMedallion(index)]),
    ...[0, 1].map((side): [string, Scene] => [`stud-${side}`, stud(side === 1)]),
    ...stats.cards.map(({ id, value }): [string, Scene] => [`stat-${id}`, statStrip(value)]),
    ['growth-strip', growthStrip(services)],
    ['conversation', conversation()],
    ['board-mark', mark('currentColor', 'var(--color-panel)')],
    ...Array.from({ length: stageCount + 1 }, (_, woven): [string, Scene] => [
      `stage-${woven}`,
      strip({ place: 'panel', dots: stageCount, woven }),
    ]),
  ];
}
