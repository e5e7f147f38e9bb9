import { createHashedUrl, hasArtFile } from '@threadline/artwork/art-files';
import { countDots } from '@threadline/artwork/dot-count';
import type { Scene } from '@threadline/artwork/draw';
import { getDrawing } from '@threadline/artwork/drawings';
import { drawDotStrip } from '@threadline/artwork/scenes/dot-strip';
import { drawBadgeFigure, drawConversation, drawLogo, drawStud } from '@threadline/artwork/scenes/ornaments';
import { drawProcessMedallion, drawProcessThread } from '@threadline/artwork/scenes/process';
import type { SiteContent } from '@threadline/schema/content/site-content';
import { findArt } from '@threadline/schema/primitives/art';
import { stripAnnotations } from '../renderer/annotate.ts';
import { stageCount } from '../sections/sample-dashboard/board.ts';
import { createSlideScene } from './slide-drawing.ts';

/**
 * One file with the drawings below the first view of the landing page and those of the later slides. `<use>` shows them:
 * so they stay out of the HTML, and still reach beyond their frame and inherit the page's colours.
 */
interface Sprite {
  url: string;
  svg: string;
}

const sprites = new WeakMap<SiteContent, Sprite>();

/** Returns the address of a drawing in the sprite. */
export function getSpriteUrl(content: SiteContent, id: string): string {
  return `${getLandingSprite(content).url}#${id}`;
}

/** Returns the sprite of this content; the same for a preview as for the published page. */
export function getLandingSprite(shown: SiteContent): Sprite {
  const content = stripAnnotations(shown);
  const known = sprites.get(content);
  if (known) return known;
  const cards = content.services.cards.map(({ value }) => findArt(value.picture.src));
  const names = new Set(cards.filter((name) => name !== undefined && !hasArtFile(name)));
  const drawings = new Map<string, Scene>([
    ...listSlideScenes(content),
    ...Array.from(names, (name) => [name, getDrawing(name)] as const),
    ...listOrnaments(content),
  ]);
  const groups = Array.from(drawings, ([id, scene]) => `<g id="${id}">${groupCompactPart(id, scene)}</g>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" fill="none" stroke-linecap="round">${groups.join('')}</svg>\n`;
  const sprite = { url: createHashedUrl('landing', svg), svg };
  sprites.set(content, sprite);
  return sprite;
}

/** The first slide's drawing is in the page; the sprite has it only for its compact form. */
function listSlideScenes(content: SiteContent): [string, Scene][] {
  return content.hero.slides.flatMap(({ value }, index): [string, Scene][] => {
    const scene = createSlideScene(value, content);
    return scene && (index > 0 || scene.compact) ? [[getSlideId(index), scene]] : [];
  });
}

/** A compact form of its own is a group by itself, so that it can be shown without the rest. */
function groupCompactPart(id: string, { body, compact }: Scene): string {
  if (!compact?.body) return body;
  return `<g id="${getCompactId(id)}">${compact.body}</g>${body.slice(compact.body.length)}`;
}

export const getCompactId = (id: string) => `${id}-compact`;

export const getSlideId = (index: number) => `slide-${index}`;

/** Returns the sections' ornaments by the id under which the sections use them. */
function listOrnaments({ hero, process, services, stats }: SiteContent): [string, Scene][] {
  const { steps } = process;
  return [
    ...hero.badges.map((_, index): [string, Scene] => [`badge-${index}`, drawBadgeFigure(index)]),
    ['process-thread', drawProcessThread(steps.length)],
    ...steps.map((_, index): [string, Scene] => [`step-${index}`, drawProcessMedallion(index)]),
    ...[0, 1].map((side): [string, Scene] => [`stud-${side}`, drawStud(side === 1)]),
    ...stats.cards.map(({ id, value }): [string, Scene] => [`stat-${id}`, drawStatStrip(value)]),
    ['growth-strip', drawGrowthStrip(services)],
    ['conversation', drawConversation()],
    ['board-mark', drawLogo('currentColor', 'var(--color-panel)')],
    ...Array.from({ length: stageCount + 1 }, (_, woven): [string, Scene] => [
      `stage-${woven}`,
      drawDotStrip({ place: 'panel', dots: stageCount, woven }),
    ]),
  ];
}

/** Draws a figure of the stats section as dots, in the scale of twenty columns. */
export function drawStatStrip({ value, suffix }: { value: number; suffix: string }) {
  return drawDotStrip({ place: 'figures', ...countDots(value, suffix), columns: 20 });
}

/** Draws every point of the growth check as a dot on one thread. */
export function drawGrowthStrip(services: SiteContent['services']) {
  const maxScore = services.questions.length * (services['growth-check'].scale.length - 1);
  return drawDotStrip({ place: 'result', dots: maxScore, woven: maxScore, rows: Math.ceil(maxScore / 6) });
}
