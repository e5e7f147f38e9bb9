import { palette } from '@threadline/design-tokens/palette';
import { colors } from '@threadline/design-tokens/tokens';
import {
  drawButtStroke,
  drawRect,
  drawStroke,
  drawWeave,
  evenDots,
  oddDots,
  type Scene,
  wrapInGroup,
} from '../draw.ts';
import { formatNumber } from '../path-data.ts';
import { createDotPath, createExactOverPath, createLobePath, createLoopPath } from '../strands.ts';
import { createWeave } from '../weave.ts';

const width = 720;
const height = 460;
const box = { viewBox: `0 0 ${width} ${height}`, fit: 'xMidYMid slice' };

/** Act one: eleven people, one hub. Act two: the same people hold each other. */
export function hubToWeave(): Scene {
  const hub = { x: 172, y: 196 };
  const reach = 120;
  const petal = `M0 0C40 4 ${reach - 52} 27 ${reach - 18} 22S${reach + 14}-22 ${reach - 18}-22 40-4 0 0`;
  const petals = Array.from({ length: 11 }, (_, index) =>
    wrapInGroup(
      { rotate: Math.round((index / 11) * 360) },
      `<path d="${petal}" stroke="${palette.gray[9]}" stroke-width="5" fill="var(--color-field-accent-2)"/>` +
        drawStroke(`M${reach - 16} 0h0`, palette.gray[9], 12),
    ),
  );
  const team = createWeave({ columns: 4, rows: 3 });
  return {
    ...box,
    body:
      drawRect('var(--art-field-accent)', { width: 344, height }) +
      drawRect('var(--color-field-primary)', { x: 344, width: 376, height }) +
      drawRect('var(--color-field-accent-2)', { y: 384, width: 344, height: 76 }) +
      drawRect('var(--color-field-primary-2)', { x: 344, y: 384, width: 376, height: 76 }) +
      drawWeave(team, {
        x: 364,
        y: 64,
        scale: 4.2,
        width: 12,
        dotWidth: 16,
        exact: 0.14,
        thread: 'var(--art-thread-pale)',
        field: 'var(--color-field-primary)',
        lobes: [
          { color: '#1f5e97', where: evenDots },
          { color: 'var(--color-field-primary-2)', where: oddDots },
        ],
      }),
    layers: [
      {
        motion: 'gather',
        body: wrapInGroup(
          hub,
          petals.join('') + drawStroke('M0 0h0', palette.gray[9], 60) + drawStroke('M0 0h0', palette.accent[4], 18),
        ),
      },
    ],
  };
}

/** Nine strands that arrive tangled leave as plain cloth. */
export function strandsToCloth(): Scene {
  const colors = [
    palette.accent[5],
    '#e4573d',
    palette.primary[3],
    palette.accent[5],
    '#2c6ba6',
    palette.danger[3],
    palette.accent[5],
    palette.primary[3],
    '#e4573d',
  ];
  const arrival = [5, 1, 7, 3, 0, 8, 2, 6, 4];
  const ground = 'var(--color-field-success)';
  const random = createRandom(11);
  const rowAt = (index: number) => 38 + index * 48;
  const warpAt = (index: number) => 326 + index * 48;
  const strands = colors.map((color, index) => {
    const start = Math.round(rowAt(arrival[index] ?? 0) + random() * 16 - 8);
    const path = `M-20 ${start}C90 ${start} 150 ${rowAt(index)} 276 ${rowAt(index)}H760`;
    return drawButtStroke(path, ground, 34) + drawButtStroke(path, color, 25);
  });
  const warp = Array.from({ length: 9 }, (_, index) => `M${warpAt(index)}-10v480`).join('');
  const crossings = (reach: number) =>
    Array.from({ length: 81 }, (_, index) => ({ column: Math.floor(index / 9), row: index % 9 }))
      .filter(({ column, row }) => (column + row) % 2 === 0)
      .map(({ column, row }) => `M${warpAt(column)} ${rowAt(row) - reach}v${2 * reach}`)
      .join('');
  return {
    ...box,
    body: drawRect(ground, { width, height }) + drawButtStroke(warp, 'var(--art-warp)', 25),
    layers: [
      { motion: 'slide', body: strands.join('') },
      {
        motion: 'none',
        body: drawButtStroke(crossings(20), ground, 34) + drawButtStroke(crossings(22), 'var(--art-warp)', 25),
      },
    ],
  };
}

/** Four counts: the initial count, and (turmeric) the rest when the target is met. */
export function countsAndTargets(): Scene {
  const counts = [
    { found: 14, target: 5 },
    { found: 11, target: 3 },
    { found: 14, target: 9 },
    { found: 12, target: 4 },
  ];
  const ground = 'var(--art-field-pale)';
  const thread = 'var(--art-field-pale-thread)';
  const rules = [123, 225, 327].map((y) => drawStroke(`M62 ${y}h596`, 'var(--art-field-pale-border)', 1.5));
  const rows = counts.map(({ found, target }, index) => {
    const y = 38 + index * 102;
    const chain = createWeave({ columns: found, rows: 1 });
    const lobes = [
      { color: palette.accent[5], where: (x: number) => x < target },
      { color: 'var(--art-field-pale-fill)', where: (x: number) => x >= target },
    ];
    return drawWeave(chain, {
      x: 58,
      y: y + 31,
      scale: 1.75,
      width: 4.6,
      dotWidth: 7,
      thread,
      field: ground,
      dot: thread,
      lobes,
    });
  });
  return {
    ...box,
    body: drawRect(ground, { width, height }) + rules.join(''),
    layers: [{ motion: 'wipe', body: rows.join('') }],
  };
}

/** Two parties, two loops of equal length, one signed sheet. */
export function twoEqualLoops(): Scene {
  const frame = createWeave({ columns: 10, rows: 7, loops: 'any', has: (x, y) => !(x > 1 && x < 8 && y > 1 && y < 5) });
  const [ours = [], yours = []] = frame.loops;
  const isOurs = (x: number, y: number, side: 0 | 1) => frame.loopAt(x, y, side) === 0;
  const isYours = (x: number, y: number, side: 0 | 1) => !isOurs(x, y, side);
  const exact = 0.14;
  const overOurs = createExactOverPath(frame, exact, isOurs);
  const overYours = createExactOverPath(frame, exact, isYours);
  const ground = 'var(--art-field-danger)';
  const figure =
    `<path d="${createLobePath(frame, evenDots)}" fill="var(--art-field-danger-2)"/>` +
    drawStroke(createLoopPath(frame, ours), palette.accent[4], 3) +
    drawStroke(createLoopPath(frame, yours), colors.textStrong.dark, 3) +
    drawButtStroke(overOurs + overYours, ground, 5.3) +
    drawStroke(overOurs, palette.accent[4], 3) +
    drawStroke(overYours, colors.textStrong.dark, 3) +
    drawStroke(createDotPath(frame), palette.gray[9], 3.6);
  const sheet =
    drawRect(colors.canvas.light, { x: 188, y: 144, width: 344, height: 172, radius: 6 }) +
    drawStroke('M212 284h130M378 284h130', palette.gray[6], 1.5);
  const signatures =
    drawStroke('M222 277c14-26 22-22 20 2s10-18 18-8 12 12 24-6 12 14 30 6', palette.primary[7], 3) +
    drawStroke('M390 277c10-28 24-18 16 2s16-16 22-6 10 8 34-8', palette.danger[7], 3);
  return {
    ...box,
    body: `${drawRect(ground, { width, height })}<g transform="translate(40 6) scale(3.2)">${figure}</g>${sheet}`,
    layers: [{ motion: 'wipe', body: signatures }],
  };
}

/** A year, April to March, in weeks; festival weeks are filled, the dotted line is the plan from elsewhere. */
export function yearOfWeeks(): Scene {
  const random = createRandom(23);
  const ground = 'var(--color-field-primary)';
  const festivals = new Set(['0,4', '4,1', '5,3', '6,2', '6,3', '7,1', '9,4', '11,2']);
  const isFestival = (x: number, y: number) => festivals.has(`${x},${y}`);
  const year = createWeave({ columns: 12, rows: 6, link: () => random() < 0.8 });
  const scale = 2.5;
  return {
    ...box,
    body: drawRect(ground, { width, height }) + drawRect('var(--color-field-primary-2)', { y: 376, width, height: 84 }),
    layers: [
      {
        motion: 'wipe',
        body:
          drawWeave(year, {
            x: 60,
            y: 46,
            scale,
            width: 7,
            dotWidth: 9,
            thread: '#a9cdf2',
            field: ground,
            dot: 'var(--art-thread-pale)',
            lobes: [
              { color: palette.accent[5], where: isFestival },
              { color: '#1f5e97', where: (x, y) => !isFestival(x, y) && evenDots(x, y) },
              { color: 'var(--color-field-primary-2)', where: (x, y) => !isFestival(x, y) && !evenDots(x, y) },
            ],
          }) +
          `<path d="M0 332L720 78" stroke="${palette.danger[3]}" stroke-width="6" stroke-dasharray="${formatNumber(0.1)} 13"/>`,
      },
    ],
  };
}

/** A repeatable sequence of numbers from 0 to 1 (mulberry32): the same seed gives the same drawing. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
