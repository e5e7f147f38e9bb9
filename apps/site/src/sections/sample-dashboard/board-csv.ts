import { fill, formatDay } from '../../text/format.ts';
import {
  type Board,
  type BoardFilter,
  formatDistanceToFloor,
  formatStatus,
  listCashWeeks,
  listProjects,
  listRoles,
  stageCount,
} from './board.ts';

type Cell = string | number;

export const tabNames = ['portfolio', 'projects', 'people', 'cash'] as const;
export type TabName = (typeof tabNames)[number];

/** Returns the rows of a tab for download, with headings and plain numbers. */
export function createCsvRows(board: Board, choice: BoardFilter, tab: TabName): Cell[][] {
  const { columns, texts, charts } = board;
  if (tab === 'people') {
    return [
      [columns.owner, columns.unit, columns.project, texts.load, texts.decisions],
      ...listRoles(board, choice).map((role) => [
        role.role,
        role.unit,
        role.projects.join('; '),
        fill(texts.hours, { n: role.plannedHours, m: role.availableHours }),
        role.decisions,
      ]),
    ];
  }
  if (tab === 'cash') {
    return [
      [texts.week, charts.balance, charts.againstFloor],
      ...listCashWeeks(board, choice.week).map(({ startsOn, balanceLakh }) => [
        formatDay(startsOn),
        balanceLakh,
        formatDistanceToFloor(board, balanceLakh),
      ]),
    ];
  }
  const { project, unit, owner, stage, due, status, delayCost } = columns;
  return [
    [project, unit, owner, stage, due, status, `${delayCost} (₹)`, texts.milestones, texts.decisions],
    ...listProjects(board, choice).map((each) => [
      each.name,
      each.unit,
      each.owner,
      fill(texts.ofMany, { n: each.stage, m: stageCount }),
      formatDay(each.due),
      formatStatus(board, each),
      Math.round(each.delayCostLakh * 100_000),
      fill(texts.ofMany, { n: each.milestonesMet, m: each.milestonesDue }),
      each.decisions,
    ]),
  ];
}

/** Text that a spreadsheet would run as a formula, with leading spaces. */
const formulaStart = /^[\s]*[=+\-@\t\r]/;

/**
 * Returns CSV (RFC 4180) with a byte order mark, so that spreadsheets read ₹ and names correctly. A text that begins like a
 * formula gets an apostrophe.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(toField).join(',')).join('\r\n')}\r\n`;
}

function toField(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const safe = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
