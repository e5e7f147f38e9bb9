import { palette } from '@threadline/design-tokens/palette';
import { colors } from '@threadline/design-tokens/tokens';
import { drawRect, drawWeave, evenDots, everyDot, type Paint, type Scene } from '../draw.ts';
import { memoizeScene } from '../memoize.ts';
import { createWeave } from '../weave.ts';

const centred = 'xMidYMid meet';

/** The logo: two by three dots on one thread. */
export const drawLogo = memoizeScene((thread: string, ground: string): Scene => {
  const paint = { width: 4.6, dotWidth: 6.4, thread, field: ground };
  return { viewBox: '0 0 40 60', fit: centred, body: drawWeave(createWeave({ columns: 2, rows: 3 }), paint) };
});

/**
 * The logo in a square of its own colour, for browser tabs. Its colours are fixed because no style sheet applies to it.
 */
export function drawFavicon(): Scene {
  const paint: Paint = {
    x: 12,
    y: 2,
    width: 4.4,
    dotWidth: 6,
    thread: colors.textStrong.dark,
    field: colors.band.light,
    dot: palette.accent[4],
  };
  const body =
    drawRect(colors.band.light, { width: 64, height: 64, radius: 12 }) +
    drawWeave(createWeave({ columns: 2, rows: 3 }), paint);
  return { viewBox: '0 0 64 64', fit: centred, body };
}

const badgeGrids = [
  [2, 1],
  [3, 1],
  [2, 2],
  [3, 2],
] as const;

/** The figure beside a badge: each badge has one dot more than the one before. */
export const drawBadgeFigure = memoizeScene((index: number): Scene => {
  const [columns, rows] = badgeGrids[index % badgeGrids.length] ?? badgeGrids[0];
  return {
    viewBox: '0 0 60 40',
    fit: centred,
    body: drawWeave(createWeave({ columns, rows }), {
      x: 30 - columns * 10,
      y: 20 - rows * 10,
      width: 3.2,
      dotWidth: 4.6,
      thread: 'var(--color-primary)',
      field: 'var(--color-surface)',
      dot: 'var(--color-primary)',
      lobes: [{ color: 'var(--art-fill-accent)', where: everyDot }],
    }),
  };
});

/** The separator between two texts of the ticker. */
export const drawTwist = memoizeScene((): Scene => {
  return {
    viewBox: '0 0 40 20',
    fit: centred,
    body: drawWeave(createWeave({ columns: 2, rows: 1 }), {
      width: 2.6,
      dotWidth: 4.6,
      thread: 'var(--color-primary)',
      field: 'var(--color-inset)',
      dot: 'var(--color-primary)',
      lobes: [{ color: 'var(--art-fill-accent)', where: everyDot }],
    }),
  };
});

/** The point where two panels of the checkerboard meet. */
export const drawStud = memoizeScene((isFlipped: boolean): Scene => {
  const place = { x: 0, y: 0, rotate: isFlipped ? 45 : -45 };
  const thread = drawWeave(createWeave({ columns: 2, rows: 1 }), {
    x: -42,
    y: -21,
    scale: 2.1,
    width: 7,
    dotWidth: 8,
    gap: 1.6,
    exact: 0.16,
    thread: colors.textStrong.dark,
    field: palette.gray[9],
  });
  const disc = `<circle r="50" fill="${palette.gray[9]}" stroke="var(--color-canvas)" stroke-width="8"/>`;
  return {
    viewBox: '-60 -60 120 120',
    fit: centred,
    body: `${disc}<g transform="rotate(${place.rotate})">${thread}</g>`,
  };
});

/** Two people, one crossing: the smallest kolam. */
export const drawConversation = memoizeScene((): Scene => {
  const figure = drawWeave(createWeave({ columns: 2, rows: 1 }), {
    scale: 13.6,
    width: 30,
    dotWidth: 56,
    gap: 1.5,
    exact: 0.1,
    lobes: [
      { color: 'var(--color-field-primary)', where: (x) => x === 0 },
      { color: 'var(--art-fill)', where: (x) => x === 1 },
    ],
  });
  return {
    viewBox: '0 0 400 484',
    fit: 'xMaxYMid meet',
    body: `<g transform="translate(296 -26) rotate(66)">${figure}</g>`,
  };
});

/** Two loose loops, and the knot that they become: the classes `loose` and `tied` are for a style sheet that shows one of them. */
export const drawKnot = memoizeScene((): Scene => {
  const thread = 'var(--color-primary)';
  const tied = drawWeave(createWeave({ columns: 2, rows: 1 }), { thread, dotWidth: 4, field: 'var(--color-surface)' });
  const loose = [10, 30].map(
    (x) => `<circle class="loose" cx="${x}" cy="10" r="7.2" stroke="${thread}" stroke-width="3.2"/>`,
  );
  return { viewBox: '-10 0 60 20', fit: 'xMidYMid meet', body: `<g class="tied">${tied}</g>${loose.join('')}` };
});

/** The selvedge above the footer. */
export const drawFooterBand = memoizeScene((): Scene => {
  return {
    viewBox: '0 0 1220 40',
    fit: 'xMidYMid slice',
    body: drawWeave(createWeave({ columns: 61, rows: 2 }), {
      width: 3,
      dotWidth: 4,
      thread: 'var(--art-fill-light)',
      field: 'var(--color-footer)',
      lobes: [{ color: 'var(--color-field-primary-2)', where: evenDots }],
    }),
  };
});
