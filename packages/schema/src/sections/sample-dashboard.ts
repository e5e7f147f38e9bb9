import type { z } from 'zod';
import { choice, date, group, listOf, longText, number, text } from '../primitives.ts';

/** How a project stands in one week. The defaults keep projects valid that were stored before these fields existed. */
const weekState = {
  stage: number('Stages done', { hint: 'Of the four: define, design, deliver, debrief.', max: 4 }),
  status: choice('Status', { late: 'Late', risk: 'At risk', track: 'On track', done: 'Done' }),
  delayCostLakh: number('Cost of delay in the week, in lakh rupees', { max: 10_000 }),
  reason: text('Why', { max: 120, optional: true }).default(''),
  daysLate: number('Days late', { max: 999 }).default(0),
  milestonesDue: number('Milestones due', { max: 999 }).default(0),
  milestonesMet: number('Milestones met on time', { max: 999 }).default(0),
  decisions: number('Decisions waiting', { max: 99 }).default(0),
  decisionDays: number('Age of the oldest decision, in days', { max: 999 }).default(0),
};

const earlierWeekSchema = group('Earlier week', { startsOn: date('Monday of the week'), ...weekState });

export const projectSchema = group('Sample project', {
  name: text('Project', { max: 60 }),
  unit: text('Business unit', { max: 40 }),
  owner: text('Owner', { hint: 'A role, not a person.', max: 40 }),
  due: date('Due'),
  ...weekState,
  earlier: listOf('Earlier weeks', earlierWeekSchema, {
    hint: 'What the choice of weeks shows; the fields above are this week.',
    max: 12,
    itemTitle: 'week',
  }).default([]),
});
export type SampleProject = z.infer<typeof projectSchema>;

const tasks = {
  scope: number('Tasks in scope', { max: 100_000 }),
  done: number('Tasks done, or planned to be', { max: 100_000 }),
};

export const burnUpWeekSchema = group('Week of the burn-up', {
  startsOn: date('Monday of the week'),
  ...tasks,
  units: listOf('By business unit', group('Business unit', { unit: text('Business unit', { max: 40 }), ...tasks }), {
    hint: 'What the choice of a unit shows; the figures above are all of them together.',
    max: 12,
    itemTitle: 'unit',
  }).default([]),
});
export type BurnUpWeek = z.infer<typeof burnUpWeekSchema>;

export const cashWeekSchema = group('Week of cash', {
  startsOn: date('Monday of the week'),
  balanceLakh: number('Closing balance, in lakh rupees', { max: 1_000_000 }),
});
export type CashWeek = z.infer<typeof cashWeekSchema>;

export const roleSchema = group('Role', {
  role: text('Role', { hint: 'As in the owner of the projects.', max: 40 }),
  unit: text('Business unit', { max: 40 }),
  plannedHours: number('Hours planned in a week', { max: 999 }),
  availableHours: number('Hours available in a week', { min: 1, max: 999 }),
});
export type SampleRole = z.infer<typeof roleSchema>;

export const sampleDashboardSchema = group('Sample dashboard', {
  heading: text('Heading', { max: 60 }),
  intro: longText('Introduction', { max: 240 }),
  disclaimer: text('Note', { max: 80 }),
  tabs: listOf('Tabs', text('Tab', { max: 20 }), { min: 4, max: 4, itemTitle: 'tab' }),
  columns: group('Column headings', {
    project: text('Project', { max: 20 }),
    unit: text('Business unit', { max: 20 }),
    owner: text('Owner', { max: 20 }),
    stage: text('Stage', { max: 20 }),
    status: text('Status', { max: 20 }),
    due: text('Due', { max: 20 }),
    delayCost: text('Cost of delay', { max: 40 }),
  }),
});
export type SampleDashboardTexts = z.infer<typeof sampleDashboardSchema>;

export const dashboardFiguresSchema = group('Sample dashboard: figures', {
  thisWeek: date('Monday of this week'),
  floorLakh: number('Cash that should never be undercut, in lakh rupees', { max: 1_000_000 }),
});

const n = '{n} is filled in.';
const nm = '{n} and {m} are filled in.';
const amount = '{amount} is filled in.';

export const dashboardWordsSchema = group('Sample dashboard: words', {
  product: text('Name on the panel', { max: 20 }),
  mark: text('Mark of the data', { max: 30 }),
  allUnits: text('Choice of every unit', { max: 30 }),
  week: text('Label of the weeks', { max: 20 }),
  weekOf: text('One week', { hint: '{date} is filled in.', max: 30 }),
  milestones: text('Figure: milestones', { max: 40 }),
  delay: text('Figure: cost of delay', { max: 40 }),
  lowestCash: text('Figure: lowest cash', { hint: n, max: 40 }),
  decisions: text('Figure: decisions', { max: 40 }),
  pointsUp: text('More points than last week', { hint: n, max: 40 }),
  pointsDown: text('Fewer points than last week', { hint: n, max: 40 }),
  delayUp: text('More cost than last week', { hint: amount, max: 40 }),
  delayDown: text('Less cost than last week', { hint: amount, max: 40 }),
  unchanged: text('As last week', { max: 40 }),
  belowFloor: text('Lowest cash below the floor', { hint: n, max: 40 }),
  aboveFloor: text('Lowest cash above the floor', { hint: n, max: 40 }),
  oldest: text('Oldest decision', { hint: n, max: 40 }),
  noDecisions: text('No decision waits', { max: 40 }),
  lateBy: text('Late by days', { hint: n, max: 30 }),
  needDecision: text('Projects that need a decision', { hint: nm, max: 40 }),
  stageOf: text('Stage in words', { hint: nm, max: 30 }),
  ofMany: text('Some of many', { hint: nm, max: 30 }),
  stages: listOf('The four stages', text('Stage', { max: 14 }), { min: 4, max: 4, itemTitle: 'stage' }),
  stageDone: text('Stage done', { max: 20 }),
  stageOpen: text('Stage open', { max: 20 }),
  load: text('Column: hours planned', { max: 30 }),
  hours: text('Hours of hours', { hint: nm, max: 30 }),
  overloaded: text('Too many hours', { hint: n, max: 30 }),
  withinHours: text('Enough hours', { max: 30 }),
  showTables: text('Button: charts as tables', { max: 30 }),
  showCharts: text('Button: tables as charts', { max: 30 }),
  download: text('Button: download', { max: 30 }),
  fileName: text('Name of the file', { hint: 'Without its ending.', max: 40 }),
});
export type DashboardWords = z.infer<typeof dashboardWordsSchema>;

export const dashboardChartsSchema = group('Sample dashboard: charts', {
  burnUp: text('Burn-up', { max: 40 }),
  burnUpNote: text('Under the burn-up', { hint: '{n} and {unit} are filled in.', max: 80 }),
  scope: text('Scope', { max: 20 }),
  scopeMark: text('Mark on the scope', { hint: n, max: 20 }),
  done: text('Done', { max: 20 }),
  doneMark: text('Mark on the line', { hint: n, max: 20 }),
  planned: text('Planned', { max: 20 }),
  weekMark: text('Mark of a week', { hint: n, max: 10 }),
  cash: text('Cash', { hint: n, max: 40 }),
  cashNote: text('Under the cash', { hint: '{floor} is filled in.', max: 80 }),
  balance: text('Closing balance', { max: 30 }),
  againstFloor: text('Against the floor', { max: 30 }),
  above: text('Above the floor', { hint: amount, max: 30 }),
  below: text('Below the floor', { hint: amount, max: 30 }),
});
export type DashboardCharts = z.infer<typeof dashboardChartsSchema>;
