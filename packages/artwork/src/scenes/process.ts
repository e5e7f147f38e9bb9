import { drawWeave, evenDots, oddDots, type Paint, type Scene } from '../draw.ts';
import { memoizeScene } from '../memoize.ts';
import { createWeave } from '../weave.ts';

const processPaint: Paint = {
  width: 3.4,
  dotWidth: 4.4,
  thread: 'var(--color-process-thread)',
  field: 'var(--color-process)',
  dot: 'var(--color-process-thread)',
};

/**
 * One closed loop through all steps, with a diamond at each, larger than the one before. 13 columns per step, and 24
 * beyond both ends, so that the thread runs off the page.
 */
export const drawProcessThread = memoizeScene((steps: number): Scene => {
  const columnsPerStep = 13;
  const beyond = 24;
  const middle = 4;
  const hearts = Array.from({ length: steps }, (_, index) => beyond + index * columnsPerStep + middle);
  const reach = (index: number) => Math.min(index + 1, middle);
  const isHeart = (x: number, y: number) => y === middle && hearts.includes(x);
  const isDiamond = (x: number, y: number) =>
    hearts.some((heart, index) => Math.abs(x - heart) + Math.abs(y - middle) <= reach(index));
  const thread = createWeave({
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
        { color: 'var(--color-process-fill)', where: (x, y) => isDiamond(x, y) && !isHeart(x, y) && oddDots(x, y) },
        { color: 'var(--color-process-fill-2)', where: (x, y) => isDiamond(x, y) && !isHeart(x, y) && evenDots(x, y) },
        { color: 'var(--color-danger)', where: isHeart },
      ],
    }),
  };
});

const medallionSizes = [3, 5, 5, 7] as const;

/** A step's diamond for narrow pages. Its ends are half crossings that join the repeating chain above and below. */
export const drawProcessMedallion = memoizeScene((index: number): Scene => {
  const size = medallionSizes[Math.min(index, 3)] ?? 3;
  const middle = (size - 1) / 2;
  const distance = (x: number, y: number) => Math.abs(x - middle) + Math.abs(y - 1 - middle);
  const isEnd = (x: number, y: number) => x === middle && (y === 0 || y === size + 1);
  // The second step has the size of the third, without its corners.
  const isPlain = (x: number, y: number) => index === 1 && distance(x, y) === middle && x !== middle;
  const isInside = (x: number, y: number) => y > 0 && y <= size && distance(x, y) <= middle && !isPlain(x, y);
  const isHeart = (x: number, y: number) => x === middle && y === middle + 1;
  const figure = createWeave({ columns: size, rows: size + 2, has: (x, y) => isEnd(x, y) || isInside(x, y) });
  return {
    viewBox: `0 20 ${size * 20} ${size * 20}`,
    fit: 'xMidYMid meet',
    body: drawWeave(figure, {
      ...processPaint,
      lobes: [
        { color: 'var(--color-danger)', where: isHeart },
        { color: 'var(--color-process-fill)', where: (x, y) => isInside(x, y) && evenDots(x, y) && !isHeart(x, y) },
      ],
    }),
  };
});
