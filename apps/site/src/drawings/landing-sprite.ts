import { createHashedUrl, hasArtFile } from '@threadline/artwork/art-files';
import { countDots } from '@threadline/artwork/dot-count';
import type { Scene } from '@threadline/artwork/draw';
import { getDrawing } from '@threadline/artwork/drawings';
import { drawDotStrip } from '@threadline/artwork/scenes/dot-strip';
import { drawBadgeFigure, drawConversation, drawLogo, drawStud } from '@threadline/artwork/scenes/ornaments';
import { drawProcessMedallion, drawProcessThread } from '@threadline/artwork/scenes/process';
import { recolorMarkup } from '@threadline/design-tokens/brand-colors';
import type { SiteContent } from '@threadline/schema/content/site-content';
import { findArt } from '@threadline/schema/primitives/art';
import { stripAnnotations } from '../renderer/annotate.ts';
import { rememberByReads } from '../renderer/remember.ts';
import { stageCount } from '../sections/sample-dashboard/board.ts';
import { createSlideScene, toSheetScene } from './slide-drawing.ts';

/**
 * One file with the drawings below the first view of the landing page and those of the later slides. `<use>` shows them:
 * so they stay out of the HTML, and still reach beyond their frame and inherit the page's colours.
 *
 * A browser would fetch the file before the first paint, so the page refers to `#art-…`. A script adds the address of the
 * file later (`scripts/load-non-critical.js`); without scripts, `components/NonCritical.astro` defines these ids.
 */
export interface Sprite {
  url: string;
  svg: string;
  ids: readonly string[];
}

/** The ids in the sprite. No anchor of the content begins like this. */
export const toSpriteId = (name: string) => `art-${name}`;

/** Returns the sprite of this content; the same for a preview as for the published page. */
export const getLandingSprite = (shown: SiteContent): Sprite => getSprite(stripAnnotations(shown));

const getSprite = rememberByReads((content): Sprite => {
  const cards = content.services.cards.map(({ value }) => findArt(value.picture.src));
  const names = new Set(cards.filter((name) => name !== undefined && !hasArtFile(name)));
  const drawings = new Map<string, Scene>([
    ...listSlideScenes(content),
    ...Array.from(names, (name) => [name, getDrawing(name)] as const),
    ...listOrnaments(content),
  ]);
  const groups = Array.from(drawings, ([name, { body }]) => `<g id="${toSpriteId(name)}">${body}</g>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" fill="none" stroke-linecap="round">${recolorMarkup(groups.join(''), content.site.brand.colors)}</svg>\n`;
  const ids = Array.from(svg.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id);
  return { url: createHashedUrl('landing', svg), svg, ids };
});

/** The first slide's drawing is in the page; the sprite has it only for its compact form. */
function listSlideScenes(content: SiteContent): [string, Scene][] {
  return content.hero.slides.flatMap(({ value }, index): [string, Scene][] => {
    const scene = createSlideScene(value, content);
    if (!scene || (index === 0 && !scene.compact)) return [];
    const sheet = index > 0 && toSheetScene(scene);
    return [[toSlideName(index), scene], ...(sheet ? [[toSheetName(index), sheet] as [string, Scene]] : [])];
  });
}

export const toSheetName = (index: number) => `sheet-${index}`;

export const toSlideName = (index: number) => `slide-${index}`;

/** Returns the sections' ornaments by the name under which the sections use them. */
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
