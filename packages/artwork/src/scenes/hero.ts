import { palette } from '@threadline/design-tokens/palette';
import { drawStroke, drawWeave, evenDots, everyDot, type Scene } from '../draw.ts';
import { memoizeTextScene } from '../memoize.ts';
import { createCirclePath, createDotsPath } from '../path-data.ts';
import { createDotPath, createThreadPath, getCentre } from '../strands.ts';
import { createWeave, listCells } from '../weave.ts';
import { drawFindings, drawScorecard, type Findings, type Scorecard } from './sheets.ts';

const fromRight = 'xMaxYMax slice';
/** Slides 2 to 4 leave their left side empty for the headline. */
export const wideBox = '0 0 820 664';

/** The company (weave) climbs into its plan (dots); a ring marks the next step of every column. */
export function drawGrowingStair(): Scene {
  const heights = [0, 0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 8, 9, 10, 12, 13, 15];
  const columns = heights.length;
  const rows = 15;
  const depth = (x: number, y: number) => y - (rows - (heights[x] ?? 0));
  const isStep = (x: number, y: number) => x > 1 && depth(x, y) < 0 && depth(x, y) >= (x % 5 === 0 ? -2 : -1);
  const stair = createWeave({ columns, rows, has: (x, y) => (heights[x] ?? 0) > 0 && depth(x, y) >= 0 });
  const steps = createWeave({ columns, rows, has: isStep, link: () => false, loops: 'any', radius: 0.32 });
  // Faint dots keep a distance from the stair: behind the headline they would look like dirt.
  const isPlan = (x: number, y: number) =>
    depth(x, y) < -1 && depth(x, y) > -7 && x > 2 && !isStep(x, y) && (y > 10 || x > 4);
  const plan = [...listCells(stair)].filter(({ x, y }) => isPlan(x, y)).map(({ x, y }) => getCentre(x, y));
  const block = (x: number, y: number) => (Math.floor((x + 1) / 3) + Math.floor(y / 3)) % 3;
  const inside = (x: number, y: number) => depth(x, y) > 0;
  const lobes = [
    { color: 'var(--art-fill-light)', where: (x: number, y: number) => depth(x, y) === 0 },
    { color: 'var(--art-fill)', where: (x: number, y: number) => inside(x, y) && block(x, y) === 0 },
    { color: 'var(--color-field-primary)', where: (x: number, y: number) => inside(x, y) && block(x, y) === 1 },
    {
      color: 'var(--art-fill-darkest)',
      where: (x: number, y: number) => inside(x, y) && block(x, y) === 2 && evenDots(x, y),
    },
  ];
  return {
    viewBox: '0 0 340 300',
    fit: fromRight,
    body:
      drawStroke(createDotsPath(plan), 'var(--art-thread-plan)', 2.2) +
      drawWeave(stair, { width: 3.1, dotWidth: 3.7, lobes }) +
      drawStroke(createThreadPath(steps), 'var(--art-dot)', 2) +
      drawStroke(createDotPath(steps), 'var(--art-dot)', 4),
  };
}

const noScorecard: Scorecard = { title: '', about: '', criteria: [] };

/**
 * Ten seats on one thread (a triangle of 1 + 2 + 3 + 4), open seats below it, and the scorecard of one of them. Without
 * texts the scorecard shows lines.
 */
export const drawOpenSeats = memoizeTextScene(noScorecard, (scorecard): Scene => {
  const scale = 5.7;
  const origin = { x: 500, y: -34 };
  const team = createWeave({ columns: 4, rows: 4, has: (x, y) => x + y < 4 });
  const around = Array.from({ length: 13 * 13 }, (_, index) => ({ x: (index % 13) - 4, y: Math.floor(index / 13) - 4 }))
    .filter(({ x, y }) => !(x >= 0 && y >= 0 && x + y < 4))
    .map((dot) => ({ ...dot, centre: getCentre(dot.x, dot.y) }))
    .filter(({ centre }) => {
      const x = origin.x + (centre.x - centre.y) * scale * Math.SQRT1_2;
      const y = origin.y + (centre.x + centre.y) * scale * Math.SQRT1_2;
      return x > 200 && x < 860 && y > 0 && y < 700;
    });
  const seats = around.filter(({ x, y }) => x >= 0 && y >= 0 && x + y < 7).map(({ centre }) => centre);
  const below =
    drawStroke(createDotsPath(around.map(({ centre }) => centre)), 'var(--art-thread-plan)', 1.5) +
    drawStroke(seats.map((seat) => createCirclePath(seat, 6.4)).join(''), 'var(--art-fill)', 1.3);
  const figure = drawWeave(
    team,
    {
      ...origin,
      scale,
      rotate: 45,
      width: 15,
      dotWidth: 24,
      gap: 1.6,
      exact: 0.14,
      thread: 'var(--art-thread-pale)',
      dot: palette.gray[9],
      lobes: [{ color: 'var(--art-dot)', where: everyDot }],
    },
    below,
  );
  return {
    viewBox: wideBox,
    fit: fromRight,
    compact: { viewBox: '184 -8 636 372', fit: 'xMaxYMin meet' },
    body: figure,
    layers: [{ motion: 'sheet', body: drawScorecard(scorecard, { x: 396, y: 408 }) }],
  };
});

/** Waiting work forms a knot, and one thread leaves it. The lens is on the knot, the ranked findings are below. */
export const drawKnotUnderLens = memoizeTextScene<Findings>([], (findings): Scene => {
  const place = { x: 80, y: 22, scale: 1.95 };
  const knot = { x: 10, y: 6 };
  const columns = 20;
  const rows = 16;
  const distance = (x: number, y: number) => Math.abs(x - knot.x) + Math.abs(y - knot.y);
  const isFunnel = (x: number, y: number) => x > 0 && x < knot.x && Math.abs(y - knot.y) <= Math.round((x - 2) / 1.7);
  const has = (x: number, y: number) => distance(x, y) <= 3 || isFunnel(x, y) || (x >= knot.x && y === knot.y);
  const isStuck = (x: number, y: number) => distance(x, y) <= 2;
  const isWaiting = (x: number, y: number) => x < knot.x && !isStuck(x, y);
  const flow = createWeave({ columns, rows, has });
  const plan = [...listCells(flow)].filter(({ x, y }) => x > 2 && !has(x, y)).map(({ x, y }) => getCentre(x, y));
  const lobes = [
    { color: 'var(--art-fill)', where: (x: number, y: number) => isWaiting(x, y) && evenDots(x, y) },
    { color: 'var(--color-field-primary)', where: (x: number, y: number) => isWaiting(x, y) && !evenDots(x, y) },
    { color: '#c23b25', where: isStuck },
    { color: 'var(--color-field-primary)', where: (x: number) => x > 13 },
  ];
  const lens = { x: place.x + 10.5 * 20 * place.scale, y: place.y + 6.5 * 20 * place.scale };
  const figure =
    drawWeave(
      flow,
      { ...place, width: 6.4, dotWidth: 8, lobes },
      drawStroke(createDotsPath(plan), 'var(--art-thread-plan)', 2.2),
    ) +
    drawStroke(createCirclePath(lens, 146), 'var(--art-dot)', 10) +
    drawStroke(`M${lens.x + 109} ${lens.y + 109}l96 96`, 'var(--art-dot)', 22);
  return {
    viewBox: wideBox,
    fit: fromRight,
    compact: { viewBox: '150 92 670 380', fit: 'xMaxYMin meet' },
    body: figure,
    layers: [{ motion: 'sheet', body: drawFindings(findings, { x: 360, y: 474 }) }],
  };
});
