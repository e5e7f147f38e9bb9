import type { HeroSlide } from '@threadline/schema/sections/hero';
import { field, lettering, stroke } from '../draw.ts';
import { dotsPath } from '../path-data.ts';

type Media = HeroSlide['media'];
export type Scorecard = Media['scorecard'];
export type Findings = Media['findings'];

interface SheetPlace {
  x: number;
  y: number;
}

const ink = '#0e2433';
const softInk = '#4e616d';
/** Of a line that stands for words. */
const noInk = '#8fa3ae';
const rule = '#d3dcd8';
const warning = '#a8321f';
const blue = '#123f6b';

function sheet(body: string, { x, y, width, height }: SheetPlace & { width: number; height: number }): string {
  return `<g transform="translate(${x} ${y})">${field('#fbfcfa', { width, height, radius: 12 })}${body}</g>`;
}

/** Without words lines stand for all of them; with some criteria, nothing stands for those that are left out. */
export function scorecard({ title, about, criteria }: Scorecard, place: SheetPlace): string {
  const marks = [5, 4, 3, 5].slice(0, criteria.length || 4);
  const rows = marks.map((given, index) => {
    const middle = 112 + index * 30;
    const five = Array.from({ length: 5 }, (_, mark) => ({ x: 272 + mark * 20, y: middle }));
    const criterion = criteria[index] ?? '';
    return (
      (criterion
        ? lettering(criterion, { x: 24, y: middle + 6, size: 17, color: ink })
        : stroke(`M28 ${middle}h${[168, 142, 186, 120][index]}`, noInk, 7)) +
      stroke(dotsPath(five), rule, 13) +
      stroke(dotsPath(five.slice(0, given)), blue, 13)
    );
  });
  const head =
    (title ? lettering(title, { x: 24, y: 42, size: 20, color: ink, weight: 600 }) : stroke('M29 36h156', ink, 11)) +
    (about ? lettering(about, { x: 24, y: 67, size: 15, color: softInk }) : stroke('M28 62h212', noInk, 7)) +
    stroke('M24 86h336', rule, 1);
  return sheet(head + rows.join(''), { ...place, width: 384, height: 232 });
}

/** Findings with the worst first, or lines that stand for three of them. */
export function rankedList(findings: Findings, place: SheetPlace): string {
  const rows = [146, 100, 122].slice(0, findings.length || 3).map((length, index) => {
    const middle = 34 + index * 49;
    const finding = findings[index];
    const row = finding ? findingWords(finding, index + 1, middle) : findingLines(length, index + 1, middle);
    return index < 2 ? row + stroke(`M24 ${middle + 25}h372`, rule, 1) : row;
  });
  return sheet(rows.join(''), { ...place, width: 420, height: 166 });
}

function findingWords({ text, who }: Findings[number], rank: number, middle: number): string {
  return (
    lettering(String(rank), { x: 24, y: middle + 7, size: 20, color: warning, weight: 600 }) +
    lettering(text, { x: 50, y: middle + 6, size: 17, color: ink }) +
    lettering(who, { x: 396, y: middle + 6, size: 15, color: softInk, anchor: 'end' })
  );
}

/** The rank as so many dots. */
function findingLines(length: number, rank: number, middle: number): string {
  const dots = Array.from({ length: rank }, (_, dot) => ({ x: 32 + dot * 15, y: middle }));
  return (
    stroke(dotsPath(dots), warning, 10) +
    stroke(`M92 ${middle}h${length}`, noInk, 8) +
    stroke(`M330 ${middle}h62`, blue, 8)
  );
}
