import { palette } from '@threadline/design-tokens/palette';
import { colors } from '@threadline/design-tokens/tokens';
import type { HeroSlide } from '@threadline/schema/content/sections/hero';
import { drawRect, drawStroke, drawText } from '../draw.ts';
import { createDotsPath } from '../path-data.ts';

type Media = HeroSlide['media'];
export type Scorecard = Media['scorecard'];
export type Findings = Media['findings'];

interface SheetPlace {
  x: number;
  y: number;
}

const ink = palette.gray[9];
const softInk = palette.gray[7];
/** The colour of a line in place of text. */
const noInk = '#8fa3ae';
const rule = palette.gray[3];
const warning = palette.danger[7];
const blue = palette.primary[7];

function drawSheet(body: string, { x, y, width, height }: SheetPlace & { width: number; height: number }): string {
  return `<g transform="translate(${x} ${y})">${drawRect(colors.canvas.light, { width, height, radius: 12 })}${body}</g>`;
}

/**
 * Draws a scorecard. Without any text, lines take the place of all texts; with some criteria, missing ones are left
 * out.
 */
export function drawScorecard({ title, about, criteria }: Scorecard, place: SheetPlace): string {
  const marks = [5, 4, 3, 5].slice(0, criteria.length || 4);
  const rows = marks.map((given, index) => {
    const middle = 112 + index * 30;
    const five = Array.from({ length: 5 }, (_, mark) => ({ x: 272 + mark * 20, y: middle }));
    const criterion = criteria[index] ?? '';
    return (
      (criterion
        ? drawText(criterion, { x: 24, y: middle + 6, size: 17, color: ink })
        : drawStroke(`M28 ${middle}h${[168, 142, 186, 120][index]}`, noInk, 7)) +
      drawStroke(createDotsPath(five), rule, 13) +
      drawStroke(createDotsPath(five.slice(0, given)), blue, 13)
    );
  });
  const head =
    (title ? drawText(title, { x: 24, y: 42, size: 20, color: ink, weight: 600 }) : drawStroke('M29 36h156', ink, 11)) +
    (about ? drawText(about, { x: 24, y: 67, size: 15, color: softInk }) : drawStroke('M28 62h212', noInk, 7)) +
    drawStroke('M24 86h336', rule, 1);
  return drawSheet(head + rows.join(''), { ...place, width: 384, height: 232 });
}

/** Draws findings with the worst first, or three lines in place of them. */
export function drawFindings(findings: Findings, place: SheetPlace): string {
  const rows = [146, 100, 122].slice(0, findings.length || 3).map((length, index) => {
    const middle = 34 + index * 49;
    const finding = findings[index];
    const row = finding ? drawFindingText(finding, index + 1, middle) : drawFindingLines(length, index + 1, middle);
    return index < 2 ? row + drawStroke(`M24 ${middle + 25}h372`, rule, 1) : row;
  });
  return drawSheet(rows.join(''), { ...place, width: 420, height: 166 });
}

function drawFindingText({ text, who }: Findings[number], rank: number, middle: number): string {
  return (
    drawText(String(rank), { x: 24, y: middle + 7, size: 20, color: warning, weight: 600 }) +
    drawText(text, { x: 50, y: middle + 6, size: 17, color: ink }) +
    drawText(who, { x: 396, y: middle + 6, size: 15, color: softInk, anchor: 'end' })
  );
}

/** The rank as so many dots. */
function drawFindingLines(length: number, rank: number, middle: number): string {
  const dots = Array.from({ length: rank }, (_, dot) => ({ x: 32 + dot * 15, y: middle }));
  return (
    drawStroke(createDotsPath(dots), warning, 10) +
    drawStroke(`M92 ${middle}h${length}`, noInk, 8) +
    drawStroke(`M330 ${middle}h62`, blue, 8)
  );
}
