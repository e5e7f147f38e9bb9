import { colors } from '@threadline/design-tokens/tokens';
import { drawStroke, drawWeave, everyDot, type Paint, type Scene } from '../draw.ts';
import { memoizeScene } from '../memoize.ts';
import { createDotsPath } from '../path-data.ts';
import { getCentre } from '../strands.ts';
import { createWeave, listCells } from '../weave.ts';

/** Where a strip is: the stats section, the result of the growth check, the data panel, or a case before and after. */
type StripPlace = 'figures' | 'result' | 'panel' | 'before' | 'after';

const casePaint: Paint = {
  width: 3.2,
  dotWidth: 4.4,
  thread: 'var(--color-primary)',
  field: 'var(--color-primary-tint)',
  dot: 'var(--color-primary)',
};

const paints: Record<StripPlace, Paint> = {
  figures: {
    width: 2.6,
    dotWidth: 3.6,
    field: 'var(--color-field-dark)',
    lobes: [{ color: 'var(--art-fill)', where: everyDot }],
  },
  result: {
    width: 3.6,
    dotWidth: 5,
    thread: 'var(--color-on-accent)',
    field: 'var(--color-field-accent-2)',
    dot: 'var(--color-on-accent)',
    lobes: [{ color: colors.canvas.light, where: everyDot }],
  },
  panel: {
    width: 2.9,
    dotWidth: 3.6,
    field: 'var(--color-panel)',
    lobes: [{ color: 'var(--art-fill)', where: everyDot }],
  },
  before: { ...casePaint, lobes: [{ color: 'var(--color-surface)', where: everyDot }] },
  after: { ...casePaint, lobes: [{ color: 'var(--art-fill-accent)', where: everyDot }] },
};

interface Strip {
  place: StripPlace;
  dots: number;
  woven: number;
  rows?: number;
  /** Strips with fewer dots keep the scale of this many columns. */
  columns?: number;
}

/** Draws `woven` of `dots` on one thread and the rest loose, so that the dots can be counted. */
export function drawDotStrip({ place, dots, woven, rows = 1, columns = 0 }: Strip): Scene {
  return drawMemoized(place, dots, woven, rows, columns);
}

const drawMemoized = memoizeScene(
  (...[place, dots, woven, rows, columns]: [StripPlace, number, number, number, number]): Scene => {
    const used = Math.ceil(dots / rows);
    const order = (x: number, y: number) => x * rows + y;
    const figure = createWeave({ columns: used, rows, has: (x, y) => order(x, y) < woven });
    const loose = [...listCells({ columns: used, rows })].filter(
      ({ x, y }) => order(x, y) >= woven && order(x, y) < dots,
    );
    const below = drawStroke(createDotsPath(loose.map(({ x, y }) => getCentre(x, y))), 'var(--art-thread-loose)', 6);
    return {
      viewBox: `0 0 ${Math.max(columns, used) * 20} ${rows * 20}`,
      fit: 'xMinYMid meet',
      body: woven > 0 ? drawWeave(figure, paints[place], below) : below,
    };
  },
);
