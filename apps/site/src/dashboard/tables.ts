import { fill, formatDay, formatLakh } from '../text/format.ts';
import { type Board, type BoardFilter, listCashWeeks, listProjects, type ProjectState, stageCount } from './board.ts';
import type { Cell } from './csv.ts';

export const tabNames = ['portfolio', 'projects', 'people', 'cash'] as const;
export type TabName = (typeof tabNames)[number];

/** Returns "9 days late" if the delay is known, otherwise the label of the status. */
export function formatStatus(
  { statuses, texts }: Pick<Board, 'statuses' | 'texts'>,
  { status, daysLate }: Pick<ProjectState, 'status' | 'daysLate'>,
): string {
  return status === 'late' && daysLate > 0 ? fill(texts.lateBy, { n: daysLate }) : statuses[status];
}

/** Returns the distance of a balance from the floor as text. */
export function formatDistanceToFloor({ charts, floorLakh }: Board, balanceLakh: number): string {
  const amount = formatLakh(Math.abs(balanceLakh - floorLakh));
  return fill(balanceLakh < floorLakh ? charts.below : charts.above, { amount });
}

/** Returns the roles with their hours and the open decisions of their projects. */
export function listRoles(board: Board, choice: BoardFilter) {
  const projects = listProjects(board, choice);
  return board.roles
    .filter(({ unit }) => choice.unit === '' || unit === choice.unit)
    .map((role) => {
      const own = projects.filter(({ owner }) => owner === role.role);
      return {
        ...role,
        projects: own.map(({ name }) => name),
        decisions: own.reduce((sum, { decisions }) => sum + decisions, 0),
        hoursTooMany: Math.max(0, role.plannedHours - role.availableHours),
      };
    });
}

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
  return [
    [columns.project, columns.unit, columns.owner, columns.stage, columns.due, columns.status].concat(
      `${columns.delayCost} (₹)`,
      texts.milestones,
      texts.decisions,
    ),
    ...listProjects(board, choice).map((project) => [
      project.name,
      project.unit,
      project.owner,
      fill(texts.ofMany, { n: project.stage, m: stageCount }),
      formatDay(project.due),
      formatStatus(board, project),
      toRupees(project.delayCostLakh),
      fill(texts.ofMany, { n: project.milestonesMet, m: project.milestonesDue }),
      project.decisions,
    ]),
  ];
}

function toRupees(lakh: number): number {
  return Math.round(lakh * 100_000);
}
