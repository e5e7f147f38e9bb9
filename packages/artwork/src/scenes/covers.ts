import { colors, palette } from '@threadline/design-tokens/tokens';
import { drawRect, drawStroke, drawWeave, evenDots, oddDots, type Scene, wrapInGroup } from '../draw.ts';
import { createDotPath, createThreadPath } from '../strands.ts';
import { createWeave } from '../weave.ts';

/** The seats of today as a stair, the seats of eighteen months from now as dotted rings. */
export function futureSeats(): Scene {
  const heights = [1, 1, 2, 2, 3, 3, 4, 0, 0, 0];
  const ground = 'var(--color-field-primary)';
  const today = createWeave({ columns: 10, rows: 6, has: (x, y) => x < 7 && y >= 5 - (heights[x] ?? 0) });
  const later = createWeave({
    columns: 10,
    rows: 6,
    has: (x, y) => x > 6 && y > 0,
    link: () => false,
    loops: 'any',
    radius: 0.34,
  });
  const rings =
    `<path d="${createThreadPath(later)}" stroke="${palette.accent[4]}" stroke-width="1.6" stroke-dasharray=".1 3.2"/>` +
    drawStroke(createDotPath(later), palette.accent[4], 4.2);
  return {
    viewBox: '0 0 560 360',
    fit: 'xMidYMid slice',
    body:
      drawRect(ground, { width: 560, height: 360 }) +
      drawRect('var(--color-field-primary-2)', { x: 392, width: 168, height: 360 }) +
      drawWeave(today, {
        y: 24,
        scale: 2.8,
        width: 8.4,
        dotWidth: 10,
        exact: 0.17,
        thread: 'var(--art-thread-pale)',
        field: ground,
        lobes: [
          { color: '#1f5e97', where: evenDots },
          { color: 'var(--color-field-primary-2)', where: oddDots },
        ],
      }) +
      wrapInGroup({ y: 24, scale: 2.8 }, rings),
  };
}

/** Three departments, connected by a single row of work. */
export function threeColumns(): Scene {
  const ground = 'var(--art-field-danger)';
  const columns = createWeave({ columns: 11, rows: 11, has: (x, y) => x % 4 !== 3 || y === 5 });
  return {
    viewBox: '0 0 440 440',
    fit: 'xMidYMid slice',
    body:
      drawRect(ground, { width: 440, height: 440 }) +
      drawWeave(columns, {
        scale: 2,
        width: 6,
        dotWidth: 7,
        thread: palette.danger[1],
        field: ground,
        dot: palette.danger[1],
        lobes: [
          { color: palette.accent[5], where: (_x, y) => y === 5 },
          { color: 'var(--art-field-danger-2)', where: (x, y) => y !== 5 && evenDots(x, y) },
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
    viewBox: '0 0 440 440',
    fit: 'xMidYMin slice',
    body:
      drawRect('var(--color-field-success)', { width: 440, height: 440 }) +
      drawRect('var(--color-field-success-2)', { x: 300, width: 140, height: 440 }) +
      drawRect(paper, { x: 72, y: 48, width: 276, height: 392 }) +
      drawStroke('M104 90h96', palette.gray[9], 10) +
      lines.join(''),
  };
}
