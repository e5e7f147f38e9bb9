import { drawFill, drawStroke, drawText, drawWeave, everyDot, type Scene } from '../draw.ts';
import { memoizeTextScene } from '../memoize.ts';
import { createCirclePath, createDotsPath } from '../path-data.ts';
import { getCentre } from '../strands.ts';
import { createWeave } from '../weave.ts';
import { wideBox } from './hero.ts';

type Status = keyof typeof statusPaint;

/** A project on the board. */
interface BoardRow {
  name: string;
  /** Number of stages done, of four. */
  done: number;
  status: Status;
  statusText: string;
  /** Empty if nothing is late. */
  cost: string;
}

interface BoardText {
  /** Project, stage, status, cost. */
  columns: readonly string[];
  rows: readonly BoardRow[];
}

/** The number of rows that fit. */
export const maxBoardRows = 6;

const nameless: readonly (readonly [done: number, status: Status])[] = [
  [3, 'late'],
  [2, 'risk'],
  [3, 'track'],
  [1, 'late'],
  [3, 'track'],
  [4, 'done'],
];

const emptyText: BoardText = { columns: [], rows: [] };

/**
 * Draws projects as threads of four dots, woven up to the stage of each. Colour and text, or shape, show the status.
 */
export const drawProjectBoard = memoizeTextScene(emptyText, ({ columns, rows }): Scene => {
  const panel = `<rect x="152" y="40" width="720" height="584" rx="12" fill="var(--color-panel)" stroke="var(--color-panel-border)"/>`;
  const shown =
    columns.length > 0
      ? rows.slice(0, maxBoardRows).map((row) => boardThread(row.done, row.status) + drawRowText(row))
      : nameless.map(([done, status], index) => boardThread(done, status) + drawRowMarks(status, index));
  const body = shown.map((row, index) => `<g transform="translate(0 ${148 + index * 78})">${row}</g>`);
  return {
    viewBox: wideBox,
    fit: 'xMinYMid slice',
    compact: { viewBox: '132 28 400 334', fit: 'xMinYMin meet' },
    body: panel + boardHead(columns) + body.join(''),
  };
});

/** Draws the column headings, or lines in place of them. The cost is right-aligned. */
function boardHead(columns: readonly string[]): string {
  const color = 'var(--color-band-muted)';
  const line = (d: string) => drawStroke(d, color, 6);
  const [project = '', stage = '', status = '', cost = ''] = columns;
  if (columns.length === 0) return ['M190 92h76', 'M362 92h120', 'M552 92h60', 'M700 92h92'].map(line).join('');
  const place = { y: 98, size: 15, color, room: 20 };
  return (
    drawText(project, { x: 190, ...place }) +
    drawText(stage, { x: 362, ...place }) +
    drawText(status, { x: 552, ...place }) +
    drawText(cost, { x: 792, ...place, anchor: 'end' })
  );
}

const statusPaint = {
  late: { thread: 'var(--color-panel-danger)', lobe: '#7a2a1c', ink: 'var(--color-panel-danger)', cost: 84 },
  risk: { thread: 'var(--art-thread)', lobe: '#6b5310', ink: 'var(--color-panel-accent)', cost: 60 },
  track: { thread: 'var(--art-thread)', lobe: 'var(--color-field-primary)', ink: 'var(--color-band-muted)', cost: 0 },
  done: { thread: 'var(--art-thread)', lobe: 'var(--color-field-primary)', ink: 'var(--color-band-muted)', cost: 0 },
} as const;

function boardThread(done: number, status: Status): string {
  const { thread, lobe } = statusPaint[status];
  const woven = createWeave({ columns: 4, rows: 1, has: (x) => x < done });
  const loose = Array.from({ length: 4 - done }, (_, dot) => getCentre(done + dot, 0));
  const figure = drawWeave(
    woven,
    {
      x: 362,
      scale: 1.95,
      width: 5.6,
      dotWidth: 8,
      field: 'var(--color-panel)',
      thread,
      lobes: [{ color: lobe, where: everyDot }],
    },
    drawStroke(createDotsPath(loose), 'var(--art-thread-loose)', 4.4),
  );
  return drawStroke('M186-20h634', 'var(--color-panel-border)', 1) + figure;
}

function drawRowText({ name, status, statusText, cost }: BoardRow): string {
  const pale = 'var(--art-thread-pale)';
  return (
    drawText(name, { x: 190, y: 25, size: 15, color: pale, weight: 500, room: 23 }) +
    drawText(statusText, { x: 552, y: 25, size: 16, color: statusPaint[status].ink, room: 14 }) +
    drawText(cost || '–', { x: 792, y: 25, size: 16, color: pale, weight: 500, anchor: 'end', room: 14 })
  );
}

function drawRowMarks(status: Status, index: number): string {
  const { cost } = statusPaint[status];
  const shapes = {
    late: drawFill('M560 8l11 11l-11 11l-11-11z', 'var(--color-panel-danger)'),
    risk: drawStroke(createCirclePath({ x: 560, y: 19 }, 8), 'var(--color-panel-accent)', 5),
    track: drawStroke('M560 19h0', 'var(--color-panel-success)', 20),
    done: drawStroke('M552 19h16', 'var(--color-band-muted)', 7),
  };
  return (
    drawStroke(`M190 19h${[128, 104, 116, 92, 84, 132][index]}`, 'var(--art-thread-pale)', 8) +
    shapes[status] +
    (cost > 0
      ? drawStroke(`M${792 - cost} 19h${cost}`, 'var(--art-thread-pale)', 8)
      : drawStroke('M780 19h12', 'var(--art-thread-loose)', 6))
  );
}
