import { drawWeave, evenDots, everyDot, field, oddDots, type Paint, type Scene, stroke } from '../draw.ts';
import { dotsPath } from '../path-data.ts';
import { centreOf } from '../strands.ts';
import { cells, weave } from '../weave.ts';

const centred = 'xMidYMid meet';

/** The logo: two by three dots on one thread. */
export function mark(thread: string, ground: string): Scene {
  const paint = { width: 4.6, dotWidth: 6.4, thread, field: ground };
  return { viewBox: '0 0 40 60', fit: centred, body: drawWeave(weave({ columns: 2, rows: 3 }), paint) };
}

/** The logo in a square of its own colour, for browser tabs. Fixed colours: it stands outside the page. */
export function favicon(): Scene {
  const paint: Paint = { x: 12, y: 2, width: 4.4, dotWidth: 6, thread: '#f2f6f4', field: '#0b2c4f', dot: '#ffc63d' };
  const body =
    field('#0b2c4f', { width: 64, height: 64, radius: 12 }) + drawWeave(weave({ columns: 2, rows: 3 }), paint);
  return { viewBox: '0 0 64 64', fit: centred, body };
}

const badgeGrids = [
  [2, 1],
  [3, 1],
  [2, 2],
  [3, 2],
] as const;

/** Beside a badge: one dot more with each. */
export function badgeMark(index: number): Scene {
  const [columns, rows] = badgeGrids[index % badgeGrids.length] ?? badgeGrids[0];
  return {
    viewBox: '0 0 60 40',
    fit: centred,
    body: drawWeave(weave({ columns, rows }), {
      x: 30 - columns * 10,
      y: 20 - rows * 10,
      width: 3.2,
      dotWidth: 4.6,
      thread: 'var(--color-neel)',
      field: 'var(--color-surface)',
      dot: 'var(--color-neel)',
      lobes: [{ color: 'var(--lobe-accent)', where: everyDot }],
    }),
  };
}

/** Between two lines of the ticker. */
export function twist(): Scene {
  return {
    viewBox: '0 0 40 20',
    fit: centred,
    body: drawWeave(weave({ columns: 2, rows: 1 }), {
      width: 2.6,
      dotWidth: 4.6,
      thread: 'var(--color-neel)',
      field: 'var(--color-sunk)',
      dot: 'var(--color-neel)',
      lobes: [{ color: 'var(--lobe-accent)', where: everyDot }],
    }),
  };
}

/** Where two panels of the checkerboard meet. */
export function stud(isFlipped: boolean): Scene {
  const place = { x: 0, y: 0, rotate: isFlipped ? 45 : -45 };
  const thread = drawWeave(weave({ columns: 2, rows: 1 }), {
    x: -42,
    y: -21,
    scale: 2.1,
    width: 7,
    dotWidth: 8,
    gap: 1.6,
    exact: 0.16,
    thread: '#f2f6f4',
    field: '#0e2433',
  });
  const disc = '<circle r="50" fill="#0e2433" stroke="var(--color-canvas)" stroke-width="8"/>';
  return {
    viewBox: '-60 -60 120 120',
    fit: centred,
    body: `${disc}<g transform="rotate(${place.rotate})">${thread}</g>`,
  };
}

interface Strip {
  dots: number;
  woven: number;
  rows?: number;
  /** Strips of fewer dots keep the scale of this many columns. */
  columns?: number;
  paint?: Paint;
}

/** `woven` of `dots` on one thread, the rest loose: a count that can be checked. */
export function strip({ dots, woven, rows = 1, columns = 0, paint = {} }: Strip): Scene {
  const used = Math.ceil(dots / rows);
  const place = (x: number, y: number) => x * rows + y;
  const figure = weave({ columns: used, rows, has: (x, y) => place(x, y) < woven });
  const loose = [...cells({ columns: used, rows })].filter(({ x, y }) => place(x, y) >= woven && place(x, y) < dots);
  const below = stroke(dotsPath(loose.map(({ x, y }) => centreOf(x, y))), 'var(--thread-loose)', 6);
  const painted = { width: 2.6, dotWidth: 3.6, lobes: [{ color: 'var(--lobe-3)', where: everyDot }], ...paint };
  return {
    viewBox: `0 0 ${Math.max(columns, used) * 20} ${rows * 20}`,
    fit: 'xMinYMid meet',
    body: woven > 0 ? drawWeave(figure, painted, below) : below,
  };
}

const processPaint: Paint = {
  width: 3.4,
  dotWidth: 4.4,
  thread: 'var(--color-process-thread)',
  field: 'var(--color-process)',
  dot: 'var(--color-process-thread)',
};

/**
 * One closed loop through all steps: at each a diamond, larger than the one before. 13 columns for each step, and 24
 * beyond both ends, so that the thread runs off the page.
 */
export function processThread(steps: number): Scene {
  const columnsPerStep = 13;
  const beyond = 24;
  const middle = 4;
  const hearts = Array.from({ length: steps }, (_, index) => beyond + index * columnsPerStep + middle);
  const reach = (index: number) => Math.min(index + 1, middle);
  const isHeart = (x: number, y: number) => y === middle && hearts.includes(x);
  const isDiamond = (x: number, y: number) =>
    hearts.some((heart, index) => Math.abs(x - heart) + Math.abs(y - middle) <= reach(index));
  const thread = weave({
    columns: steps * columnsPerStep + 2 * beyond,
    rows: 9,
    has: (x, y) => y === middle || isDiamond(x, y),
  });
  return {
    viewBox: `${beyond * 20} 0 ${steps * columnsPerStep * 20} 180`,
    fit: 'xMinYMid meet',
    body: drawWeave(thread, {
      ...processPaint,
      lobes: [
        { color: 'var(--color-process-lobe)', where: (x, y) => isDiamond(x, y) && !isHeart(x, y) && oddDots(x, y) },
        { color: 'var(--color-process-lobe-2)', where: (x, y) => isDiamond(x, y) && !isHeart(x, y) && evenDots(x, y) },
        { color: 'var(--color-process-heart)', where: isHeart },
      ],
    }),
  };
}

const medallionSizes = [3, 5, 5, 7] as const;

/** A step's diamond for narrow pages; its ends are half crossings that meet the repeating chain above and below. */
export function processMedallion(index: number): Scene {
  const size = medallionSizes[Math.min(index, 3)] ?? 3;
  const middle = (size - 1) / 2;
  const distance = (x: number, y: number) => Math.abs(x - middle) + Math.abs(y - 1 - middle);
  const isEnd = (x: number, y: number) => x === middle && (y === 0 || y === size + 1);
  // The second step has the size of the third, without its corners.
  const isPlain = (x: number, y: number) => index === 1 && distance(x, y) === middle && x !== middle;
  const isInside = (x: number, y: number) => y > 0 && y <= size && distance(x, y) <= middle && !isPlain(x, y);
  const isHeart = (x: number, y: number) => x === middle && y === middle + 1;
  const figure = weave({ columns: size, rows: size + 2, has: (x, y) => isEnd(x, y) || isInside(x, y) });
  return {
    viewBox: `0 20 ${size * 20} ${size * 20}`,
    fit: centred,
    body: drawWeave(figure, {
      ...processPaint,
      lobes: [
        { color: 'var(--color-process-heart)', where: isHeart },
        { color: 'var(--color-process-lobe)', where: (x, y) => isInside(x, y) && evenDots(x, y) && !isHeart(x, y) },
      ],
    }),
  };
}

/** Two people, one crossing: the smallest kolam. */
export function conversation(): Scene {
  const figure = drawWeave(weave({ columns: 2, rows: 1 }), {
    scale: 13.6,
    width: 30,
    dotWidth: 56,
    gap: 1.5,
    exact: 0.13,
    lobes: [
      { color: 'var(--lobe-1)', where: (x) => x === 0 },
      { color: 'var(--lobe-3)', where: (x) => x === 1 },
    ],
  });
  return {
    viewBox: '0 0 400 484',
    fit: 'xMaxYMid meet',
    body: `<g transform="translate(296 -26) rotate(66)">${figure}</g>`,
  };
}

/** The selvedge above the footer. */
export function footerBand(): Scene {
  return {
    viewBox: '0 0 1220 40',
    fit: 'xMidYMid slice',
    body: drawWeave(weave({ columns: 61, rows: 2 }), {
      width: 3,
      dotWidth: 4,
      thread: 'var(--lobe-4)',
      field: 'var(--color-footer)',
      lobes: [{ color: 'var(--color-field-neel-2)', where: evenDots }],
    }),
  };
}
