import type { z } from 'zod';
import { choice, date, group, list, longText, number, text } from '../../primitives/fields.ts';
import { formatPlaceholderHint } from '../../primitives/placeholder-hint.ts';

/**
 * The state of a project in one week. The defaults keep projects valid that were stored before these fields existed.
 */
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
  earlier: list('Earlier weeks', earlierWeekSchema, {
    hint: 'The values for earlier weeks; the fields above are for this week.',
    max: 12,
    itemTitle: 'week',
  }).default([]),
});
export type SampleProject = z.infer<typeof projectSchema>;

const tasks = {
  scope: number('Tasks in all', { max: 100_000 }),
  done: number('Tasks done, or planned to be', { max: 100_000 }),
};

export const burnUpWeekSchema = group('Week of the progress chart', {
  startsOn: date('Monday of the week'),
  ...tasks,
  units: list('By business unit', group('Business unit', { unit: text('Business unit', { max: 40 }), ...tasks }), {
    hint: 'The values for each unit; the numbers above are the totals.',
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
  role: text('Role', { hint: 'The same text as the owner of the projects.', max: 40 }),
  unit: text('Business unit', { max: 40 }),
  plannedHours: number('Hours planned in a week', { max: 999 }),
  availableHours: number('Hours available in a week', { min: 1, max: 999 }),
});

export const sampleDashboardSchema = group('Sample dashboard', {
  heading: text('Heading', { max: 60 }),
  intro: longText('Introduction', { max: 240 }),
  disclaimer: text('Note', { max: 80 }),
  tabs: list('Tabs', text('Tab', { max: 20 }), { min: 4, max: 4, itemTitle: 'tab' }),
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

export const dashboardFiguresSchema = group('Sample dashboard: figures', {
  thisWeek: date('Monday of this week'),
  floorLakh: number('Floor of the cash, in lakh rupees', {
    hint: 'The company should never hold less.',
    max: 1_000_000,
  }),
});

const weeks = formatPlaceholderHint({ n: 'the number of weeks' });
const points = formatPlaceholderHint({ n: 'the points' });
const amount = formatPlaceholderHint({ amount: 'the difference in rupees' });
const weekNumber = formatPlaceholderHint({ n: 'the number of the week' });

export const dashboardTextsSchema = group('Sample dashboard: texts', {
  product: text('Name on the panel', { max: 20 }),
  mark: text('Note that the data is made up', { max: 30 }),
  allUnits: text('Choice: all business units', { max: 30 }),
  week: text('Choice: which week', { max: 20 }),
  weekOf: text('One week', { hint: formatPlaceholderHint({ date: 'its Monday' }), max: 30 }),
  milestones: text('Figure: milestones', { max: 40 }),
  delay: text('Figure: cost of delay', { max: 40 }),
  lowestCash: text('Figure: lowest cash', { hint: weeks, max: 40 }),
  decisions: text('Figure: decisions', { max: 40 }),
  pointsUp: text('More points than last week', { hint: points, max: 40 }),
  pointsDown: text('Fewer points than last week', { hint: points, max: 40 }),
  delayUp: text('More cost than last week', { hint: amount, max: 40 }),
  delayDown: text('Less cost than last week', { hint: amount, max: 40 }),
  unchanged: text('Same as last week', { max: 40 }),
  belowFloor: text('Lowest cash below the floor', { hint: weekNumber, max: 40 }),
  aboveFloor: text('Lowest cash above the floor', { hint: weekNumber, max: 40 }),
  oldest: text('Oldest decision', { hint: formatPlaceholderHint({ n: 'its age in days' }), max: 40 }),
  noDecisions: text('No pending decisions', { max: 40 }),
  lateBy: text('Late by days', { hint: formatPlaceholderHint({ n: 'the days' }), max: 30 }),
  needDecision: text('Projects that need a decision', {
    hint: formatPlaceholderHint({ n: 'the projects that need one', m: 'all projects' }),
    max: 40,
  }),
  stageCount: text('Stage as text', {
    hint: formatPlaceholderHint({ n: 'the stages done', m: 'all stages' }),
    max: 30,
  }),
  ofMany: text('Some of many', { hint: formatPlaceholderHint({ n: 'how many', m: 'of how many' }), max: 30 }),
  stages: list('The four stages', text('Stage', { max: 14 }), { min: 4, max: 4, itemTitle: 'stage' }),
  stageDone: text('Stage done', { max: 20 }),
  stageOpen: text('Stage open', { max: 20 }),
  load: text('Column: hours planned', { max: 30 }),
  hours: text('Planned and available hours', {
    hint: formatPlaceholderHint({ n: 'the hours planned', m: 'the hours available' }),
    max: 30,
  }),
  overloaded: text('Too many hours', { hint: formatPlaceholderHint({ n: 'the hours too many' }), max: 30 }),
  withinHours: text('Enough hours', { max: 30 }),
  showTables: text('Button: charts as tables', { max: 30 }),
  showCharts: text('Button: tables as charts', { max: 30 }),
  download: text('Button: download', { max: 30 }),
  fileName: text('Name of the file', { hint: 'Without the extension.', max: 40 }),
});

export const dashboardChartsSchema = group('Sample dashboard: charts', {
  burnUp: text('Heading of the progress chart', { max: 40 }),
  burnUpNote: text('Under the progress chart', {
    hint: formatPlaceholderHint({ n: 'the number of weeks', unit: 'the business unit' }),
    max: 80,
  }),
  scope: text('Line of all tasks', { max: 20 }),
  scopeMark: text('Mark on the line of all tasks', {
    hint: formatPlaceholderHint({ n: 'the number of tasks' }),
    max: 20,
  }),
  done: text('Line of the tasks done', { max: 20 }),
  doneMark: text('Mark on the line of the tasks done', {
    hint: formatPlaceholderHint({ n: 'the tasks done' }),
    max: 20,
  }),
  planned: text('Line of the plan', { max: 20 }),
  weekMark: text('Mark of a week', { hint: weekNumber, max: 10 }),
  cash: text('Heading of the cash chart', { hint: weeks, max: 40 }),
  cashNote: text('Under the cash chart', {
    hint: formatPlaceholderHint({ floor: 'the floor, in lakh rupees' }),
    max: 80,
  }),
  balance: text('Column: balance', { max: 30 }),
  againstFloor: text('Column: against the floor', { max: 30 }),
  above: text('Above the floor', { hint: amount, max: 30 }),
  below: text('Below the floor', { hint: amount, max: 30 }),
});
