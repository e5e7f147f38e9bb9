import { createDotsPath, unit } from './path-data.ts';
import { createDotPath, createLobePath, createOverPath, createThreadPath, getCentre } from './strands.ts';
import { createWeave, listCells } from './weave.ts';

interface StripSize {
  columns: number;
  rows: number;
  /** Dots on the thread, column by column; the others are loose. */
  woven: number;
}

export const getStripViewBox = ({ columns, rows }: Pick<StripSize, 'columns' | 'rows'>) =>
  `0 0 ${columns * unit} ${rows * unit}`;

/** Returns the path data of the dots that are not on the thread. */
export function getLooseDots({ columns, rows, woven }: StripSize): string {
  const loose = [...listCells({ columns, rows })].filter(({ x, y }) => x * rows + y >= woven);
  return createDotsPath(loose.map(({ x, y }) => getCentre(x, y)));
}

/** Returns the path data of the thread and its dots, from the lowest layer to the highest. */
export function getThreadLayers({ columns, rows, woven }: StripSize) {
  const figure = createWeave({ columns, rows, has: (x, y) => x * rows + y < woven });
  const over = createOverPath(figure);
  return {
    lobe: createLobePath(figure, () => true),
    thread: createThreadPath(figure),
    gap: over,
    over,
    dot: createDotPath(figure),
  };
}
