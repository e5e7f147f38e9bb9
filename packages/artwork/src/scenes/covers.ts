import { palette } from '@threadline/design-tokens/palette';
import { colors } from '@threadline/design-tokens/tokens';
import { drawRect, drawStroke, drawWeave, evenDots, oddDots, type Scene, wrapInGroup } from '../draw.ts';
import { createDotPath, createThreadPath } from '../strands.ts';
import { createWeave } from '../weave.ts';

/**
 * A cover is shown wide on a card, tall beside a text, and low on a phone. So its view box is the part that must be seen
 * (`meet`), and the drawing goes on around it: the crop of each place shows more on two sides, and loses nothing.
 */
const fit = { middle: 'xMidYMid meet', bottom: 'xMidYMax meet' };

/** Fills every crop. */
function drawGround(color: string, x = -1000): string {
  return drawRect(color, { x, y: -1000, width: 2500, height: 2500 });
}

/** The seats of today as a stair, the seats of eighteen months from now as dotted rings. */
export function futureSeats(): Scene {
  const heights = [0, 0, 1, 1, 2, 2, 3, 3, 4];
  const columns = 15;
  const rows = 16;
  const place = { x: -112, y: -536, scale: 2.8 };
  const ground = 'var(--color-field-primary)';
  const today = createWeave({ columns, rows, has: (x, y) => x > 2 && x < 9 && y >= rows - 1 - (heights[x] ?? 0) });
  const later = createWeave({
    columns,
    rows,
    has: (x) => x > 8 && x < 12,
    link: () => false,
    loops: 'any',
    radius: 0.34,
  });
  const rings =
    `<path d="${createThreadPath(later)}" stroke="${palette.accent[4]}" stroke-width="1.6" stroke-dasharray=".1 3.2"/>` +
    drawStroke(createDotPath(later), palette.accent[4], 4.2);
  return {
    viewBox: '84 20 476 340',
    fit: fit.bottom,
    body:
      drawGround(ground) +
      drawGround('var(--color-field-primary-2)', 392) +
      drawWeave(today, {
        ...place,
        width: 8.4,
        dotWidth: 10,
        exact: 0.14,
        thread: 'var(--art-thread-pale)',
        field: ground,
        lobes: [
          { color: '#1f5e97', where: evenDots },
          { color: 'var(--color-field-primary-2)', where: oddDots },
        ],
      }) +
      wrapInGroup(place, rings),
  };
}

/** Three departments, connected by a single row of work. */
export function threeColumns(): Scene {
  const ground = 'var(--art-field-danger)';
  const row = 12;
  const isColumn = (x: number) => x > 4 && x < 16 && x % 4 !== 0;
  const columns = createWeave({ columns: 21, rows: 25, has: (x, y) => isColumn(x) || y === row });
  return {
    viewBox: '0 60 440 320',
    fit: fit.middle,
    body:
      drawGround(ground) +
      drawWeave(columns, {
        x: -200,
        y: -280,
        scale: 2,
        width: 6,
        dotWidth: 7,
        thread: palette.danger[1],
        field: ground,
        dot: palette.danger[1],
        lobes: [
          { color: palette.accent[5], where: (_x, y) => y === row },
          { color: 'var(--art-field-danger-2)', where: (x, y) => y !== row && evenDots(x, y) },
        ],
      }),
  };
}

/** One sheet, five lines, one number at the end of each. */
export function fridaySheet(): Scene {
  const paper = colors.canvas.light;
  const lines = [5, 3, 4, 2, 4].map((dots, index) => {
    const chain = createWeave({ columns: dots, rows: 1 });
    const rule = drawStroke(`M100 ${170 + index * 60}h220`, palette.gray[3], 1);
    const lobes = [
      { color: palette.success[1], where: (x: number) => x < dots - 1 },
      { color: palette.accent[5], where: (x: number) => x === dots - 1 },
    ];
    const paint = {
      x: 100,
      y: 120 + index * 60,
      scale: 2,
      width: 5.4,
      dotWidth: 7,
      thread: palette.success[7],
      field: paper,
      dot: palette.success[7],
      lobes,
    };
    return (index < 4 ? rule : '') + drawWeave(chain, paint);
  });
  return {
    viewBox: '40 20 340 400',
    fit: fit.middle,
    body:
      drawGround('var(--color-field-success)') +
      drawGround('var(--color-field-success-2)', 300) +
      drawRect(paper, { x: 72, y: 48, width: 276, height: 900 }) +
      drawStroke('M104 90h96', palette.gray[9], 10) +
      lines.join(''),
  };
}
