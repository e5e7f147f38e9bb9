/** A kolam: the dots of a grid, and the colours of the picture. `make.ts` draws the thread around the dots. */
export interface Pattern {
  file: string;
  width: number;
  height: number;
  /** Pixels between two dots. */
  step: number;
  /** Where the dot (0, 0) is, in pixels. */
  first: readonly [x: number, y: number];
  columns: number;
  rows: number;
  /** Returns true if the grid has this dot. */
  has: (x: number, y: number) => boolean;
  /** The colour inside the loop around a dot. */
  fill: (x: number, y: number) => string;
  /** Single dots without a thread. */
  plan?: (readonly [x: number, y: number])[];
  colours: { field: string; thread: string; dot: string; plan?: string };
}

/** The shades of the brand colours that the pictures use. */
const primary = { deep: '#0b2c4f', mid: '#123f6b', light: '#1d5c96', pale: '#8dbdf0', paper: '#dce8f2' };
const accent = { deep: '#d99e00', mid: '#f5b301', light: '#ffc63d' };
const success = { deep: '#074a3f', mid: '#0b6b5b', pale: '#e2f3ef' };
const danger = { deep: '#7e2416', mid: '#a8321f', pale: '#fbe6e1' };
const ink = '#0e2433';

function checked(x: number, y: number): boolean {
  return (x + y) % 2 === 0;
}

const stair = [0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9];
const stairTop = (x: number) => 9 - (stair[x] ?? 0);

const waves = [1, 2, 3, 4, 3, 2, 1];

export const patterns: Pattern[] = [
  {
    file: 'kolam-stair.webp',
    width: 1600,
    height: 900,
    step: 100,
    first: [50, 50],
    columns: 16,
    rows: 9,
    has: (x, y) => y >= stairTop(x),
    fill: (x, y) => (y === stairTop(x) ? accent.light : checked(x, y) ? primary.light : primary.mid),
    plan: stair.flatMap((_, x) =>
      [1, 2, 3].map((above) => [x, stairTop(x) - above] as const).filter(([column, y]) => column > 3 && y >= 0),
    ),
    colours: { field: primary.deep, thread: primary.pale, dot: ink, plan: '#2c5a8a' },
  },
  {
    file: 'kolam-border.webp',
    width: 1600,
    height: 500,
    step: 100,
    first: [-100, 100],
    columns: 19,
    rows: 4,
    has: () => true,
    fill: (x, y) => (y === 0 || y === 3 ? accent.light : checked(x, y) ? '#fbfcfa' : accent.deep),
    colours: { field: accent.mid, thread: ink, dot: ink },
  },
  {
    file: 'kolam-waves.webp',
    width: 1600,
    height: 600,
    step: 75,
    first: [-25, 37.5],
    columns: 24,
    rows: 8,
    has: (x, y) => Math.abs(y - 3.5) < (waves[(x + 1) % 7] ?? 1),
    fill: (x, y) => (Math.abs(y - 3.5) < 1 ? accent.light : checked(x, y) ? primary.paper : '#b7cfe4'),
    colours: { field: '#fbfcfa', thread: primary.mid, dot: primary.mid },
  },
  {
    file: 'kolam-diamond.webp',
    width: 1200,
    height: 1200,
    step: 120,
    first: [120, 120],
    columns: 9,
    rows: 9,
    has: (x, y) => Math.abs(x - 4) + Math.abs(y - 4) <= 4,
    fill: (x, y) => ((Math.abs(x - 4) + Math.abs(y - 4)) % 2 === 1 ? success.deep : '#2f9482'),
    colours: { field: success.mid, thread: success.pale, dot: accent.light },
  },
  {
    file: 'kolam-frame.webp',
    width: 1200,
    height: 900,
    step: 110,
    first: [105, 120],
    columns: 10,
    rows: 7,
    has: (x, y) => !(x > 1 && x < 8 && y > 1 && y < 5),
    fill: (x, y) => (x === 0 || y === 0 || x === 9 || y === 6 ? danger.deep : '#e4573d'),
    colours: { field: danger.mid, thread: danger.pale, dot: accent.light },
  },
  {
    file: 'kolam-house.webp',
    width: 1200,
    height: 900,
    step: 130,
    first: [210, 120],
    columns: 7,
    rows: 6,
    has: (x, y) => Math.abs(x - 3) <= y && !(x === 3 && y > 3),
    fill: (x, y) => (Math.abs(x - 3) === y ? accent.light : checked(x, y) ? '#fbfcfa' : primary.pale),
    colours: { field: primary.paper, thread: primary.mid, dot: primary.mid },
  },
];
