import type { DashboardData } from '@threadline/schema/content/sections/sample-dashboard';
import type { SiteContent } from '@threadline/schema/content/site-content';
import { fill, formatLakh } from '../../text/format.ts';
import { joinProjects, joinTasks } from './sample-data.ts';

export type Board = ReturnType<typeof createBoard>;

/** Returns the sample data and its texts, for the page and for the island. `drawings` is the address of their file, empty
 * for the page as it is rendered (`drawings/landing-sprite.ts`). */
export function createBoard({ services, site }: SiteContent, drawings: string) {
  const { tabs, columns, disclaimer } = services['sample-dashboard'];
  const { thisWeek, floorLakh, roles, cash, ...data } = services['dashboard-data'];
  return {
    thisWeek,
    floorLakh,
    projects: joinProjects(data),
    roles,
    burnUp: joinTasks(data),
    cash,
    tabs,
    columns,
    disclaimer,
    statuses: getStatusLabels(site),
    texts: services['dashboard-texts'],
    charts: services['dashboard-charts'],
    drawings,
  };
}

export function getStatusLabels({
  labels,
}: Pick<SiteContent['site'], 'labels'>): Record<ProjectState['status'], string> {
  return { late: labels.statusLate, risk: labels.statusRisk, track: labels.statusTrack, done: labels.statusDone };
}

/** A project as it was in the chosen week. */
export type ProjectState = DashboardData['projects'][number];

type CashWeek = DashboardData['cash'][number];

export interface BoardFilter {
  /** Empty for all of them. */
  unit: string;
  /** Monday of the week, `2026-11-16`. */
  week: string;
}

export const stageCount = 4;
const cashWeeks = 13;

/** Returns each business unit once, in the order of the projects. */
export function listUnits({ projects }: Pick<Board, 'projects'>): string[] {
  return [...new Set(projects.map(({ unit }) => unit))];
}

/** Returns the Mondays for which there is data, newest first. */
export function listWeeks({ projects, thisWeek }: Pick<Board, 'projects' | 'thisWeek'>): string[] {
  const earlier = projects.flatMap((project) => project.earlier.map(({ startsOn }) => startsOn));
  return [...new Set([thisWeek, ...earlier])].sort().reverse();
}

/** Returns the projects of the chosen unit as they were in the chosen week, without those that had not begun. */
export function listProjects(board: Pick<Board, 'projects' | 'thisWeek'>, { unit, week }: BoardFilter): ProjectState[] {
  return board.projects
    .filter((project) => unit === '' || project.unit === unit)
    .flatMap(({ earlier, ...project }) => {
      if (week === board.thisWeek) return [project];
      const state = earlier.find(({ startsOn }) => startsOn === week);
      if (!state) return [];
      const { startsOn: _, ...then } = state;
      return [{ ...project, ...then }];
    });
}

export interface Totals {
  /** Whole per cent of the milestones that were due; undefined when none was. */
  milestonesPercent: number | undefined;
  delayCostLakh: number;
  decisions: number;
  oldestDecisionDays: number;
  needDecision: number;
}

export function sumProjects(projects: readonly ProjectState[]): Totals {
  const sum = (pick: (project: ProjectState) => number) =>
    projects.reduce((total, project) => total + pick(project), 0);
  const due = sum(({ milestonesDue }) => milestonesDue);
  return {
    milestonesPercent: due === 0 ? undefined : Math.round((sum(({ milestonesMet }) => milestonesMet) / due) * 100),
    // Tenths of a lakh: binary fractions would not add up to the figure on the page.
    delayCostLakh: Math.round(sum(({ delayCostLakh }) => delayCostLakh) * 10) / 10,
    decisions: sum(({ decisions }) => decisions),
    oldestDecisionDays: Math.max(0, ...projects.map(({ decisionDays }) => decisionDays)),
    needDecision: projects.filter(({ decisions }) => decisions > 0).length,
  };
}

/** Returns the totals of the week before the chosen one, or undefined without data for it. */
export function sumPreviousWeek(board: Pick<Board, 'projects' | 'thisWeek'>, choice: BoardFilter): Totals | undefined {
  const weeks = listWeeks(board);
  const week = weeks[weeks.indexOf(choice.week) + 1];
  return week === undefined ? undefined : sumProjects(listProjects(board, { ...choice, week }));
}

/** Returns the tasks of the chosen unit week by week, or of all units if there is no data for this one. */
export function getBurnUp(
  { burnUp }: Pick<Board, 'burnUp'>,
  unit: string,
): { weeks: Omit<Board['burnUp'][number], 'units'>[]; unit: string } {
  const weeks = burnUp.flatMap(({ startsOn, units }) => {
    const own = units.find((each) => each.unit === unit);
    return own ? [{ startsOn, scope: own.scope, done: own.done }] : [];
  });
  return weeks.length === burnUp.length ? { weeks, unit } : { weeks: burnUp, unit: '' };
}

/** Returns thirteen weeks of cash, starting with the chosen one. */
export function listCashWeeks({ cash }: Pick<Board, 'cash'>, week: string): CashWeek[] {
  return cash.filter(({ startsOn }) => startsOn >= week).slice(0, cashWeeks);
}

/** Returns the lowest balance and the number of its week, starting at 1. */
export function findLowestWeek(weeks: readonly CashWeek[]): { balanceLakh: number; number: number } | undefined {
  const balanceLakh = Math.min(...weeks.map((week) => week.balanceLakh));
  const index = weeks.findIndex((week) => week.balanceLakh === balanceLakh);
  return index < 0 ? undefined : { balanceLakh, number: index + 1 };
}

/** Returns "9 days late" if the delay is known, otherwise the label of the status. */
export function formatStatus(
  { statuses, texts }: Pick<Board, 'statuses' | 'texts'>,
  { status, daysLate }: Pick<ProjectState, 'status' | 'daysLate'>,
): string {
  return status === 'late' && daysLate > 0 ? fill(texts.lateBy, { n: daysLate }) : statuses[status];
}

const daysPerWeek = 7;

/** Returns the cost of the first days of a delay in lakh rupees, with an equal share of the week's cost for each day. */
export function getDelayCost({ delayCostLakh }: Pick<ProjectState, 'delayCostLakh'>, days: number): number {
  return (delayCostLakh / daysPerWeek) * days;
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
