import { drawWeave, type Scene } from '../draw.ts';
import { memoizeScene } from '../memoize.ts';
import { createWeave } from '../weave.ts';

interface Glyph {
  /** `#` is a dot, `*` a dot with the accent colour. */
  rows: readonly string[];
  /** The row whose dots are not linked: the heads of people. */
  loose?: number;
}

/** A symbol for each service, in at most five by five dots. */
const glyphs = {
  hiring: { rows: ['..*..', '.###.', '#####', '#####'], loose: 0 },
  setup: { rows: ['..*..', '.###.', '#####', '##.##', '##.##'] },
  audit: { rows: ['####.', '#..#.', '#..#.', '####.', '...**'] },
  revenue: { rows: ['....*', '...##', '..###', '.####', '#####'] },
  operations: { rows: ['#####', '#...#', '#.*.#', '#...#', '#####'] },
  pms: { rows: ['**.##', '**.##', '.....', '##.##', '##.##'] },
  hrbp: { rows: ['.*.*.', '#####', '#####', '#####'], loose: 0 },
  marketing: { rows: ['....#', '..###', '*####', '..###', '....#'] },
  finance: { rows: ['....*', '..#.#', '..#.#', '#.#.#', '#.#.#'] },
} as const satisfies Record<string, Glyph>;

export type ServiceGlyph = keyof typeof glyphs;

export function drawServiceGlyph(name: ServiceGlyph): Scene {
  return drawGlyph(glyphs[name]);
}

/** A person, for people of whom there is no picture. */
export const drawPerson = memoizeScene((): Scene => drawGlyph({ rows: ['.*.', '###', '###'], loose: 0 }));

/** Small figures keep all their links: removing some would open their corners. */
function drawGlyph({ rows, loose }: Glyph): Scene {
  const columns = rows[0]?.length ?? 0;
  const mark = (x: number, y: number) => rows[y]?.[x] ?? '.';
  const figure = createWeave({
    columns,
    rows: rows.length,
    loops: 'any',
    has: (x, y) => mark(x, y) !== '.',
    link: (_x, y) => y !== loose,
  });
  return {
    viewBox: `0 0 ${columns * 20} ${rows.length * 20}`,
    fit: 'xMidYMax meet',
    body: drawWeave(figure, {
      width: 3.2,
      dotWidth: 4.4,
      thread: 'var(--glyph-thread)',
      field: 'var(--glyph-field)',
      dot: 'var(--glyph-thread)',
      lobes: [
        { color: 'var(--glyph-fill)', where: (x, y) => mark(x, y) === '#' },
        { color: 'var(--art-fill-accent)', where: (x, y) => mark(x, y) === '*' },
      ],
    }),
  };
}
