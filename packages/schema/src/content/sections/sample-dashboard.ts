import type { z } from 'zod';
import { choice, date, group, list, longText, number, table, text } from '../../primitives/fields.ts';

/** The state of a project in one week. */
const weekState = {
  stage: number('Stages done', { hint: 'Out of four', max: 4 }),
  status: choice('Status', { late: 'Late', risk: 'At risk', track: 'On track', done: 'Done' }),
  delayCostLakh: number('Cost of delay', { hint: 'In ₹ lakh', max: 10_000 }),
  reason: text('Why', { max: 120, optional: true }),
  daysLate: number('Days late', { max: 999 }),
  milestonesDue: number('Milestones due', { max: 999 }),
  milestonesMet: number('Met on time', { max: 999 }),
  decisions: number('Decisions waiting', { max: 99 }),
  decisionDays: number('Oldest decision', { hint: 'In days', max: 999 }),
};

const monday = date('Week', { hint: 'The Monday it starts on' });

/** The data of the sample dashboard: one item, so that its tables are edited, compared and restored together. */
export const dashboardDataSchema = group('Sample dashboard: data', {
  thisWeek: date('Monday of this week'),
  floorLakh: number('Minimum cash, in lakh rupees', {
    hint: 'The company should never hold less.',
    max: 1_000_000,
  }),
  projects: table(
    'Projects this week',
    {
      name: text('Project', { max: 60 }),
      unit: text('Business unit', { max: 40 }),
      owner: text('Owner', { hint: 'A role, not a person', max: 40 }),
      due: date('Due'),
      ...weekState,
    },
    { min: 1, max: 20, itemTitle: 'project' },
  ),
  earlierWeeks: table(
    'Projects in earlier weeks',
    { project: text('Project', { max: 60 }), startsOn: monday, ...weekState },
    { max: 240, itemTitle: 'week', rowName: ['project', 'startsOn'] },
  ),
  roles: table(
    'Roles',
    {
      role: text('Role', { hint: 'One of the owners above', max: 40 }),
      unit: text('Business unit', { max: 40 }),
      plannedHours: number('Hours planned', { hint: 'Per week', max: 999 }),
      availableHours: number('Hours available', { hint: 'Per week', min: 1, max: 999 }),
    },
    { max: 20, itemTitle: 'role' },
  ),
  tasks: table(
    'Progress chart',
    {
      startsOn: monday,
      unit: text('Business unit', { max: 40 }),
      scope: number('Tasks in all', { max: 100_000 }),
      done: number('Tasks done', { hint: 'Or planned, for later weeks', max: 100_000 }),
    },
    {
      hint: 'The chart of all business units shows the sum for each week.',
      max: 312,
      rowName: ['startsOn', 'unit'],
    },
  ),
  cash: table(
    'Cash forecast',
    { startsOn: monday, balanceLakh: number('Closing balance', { hint: 'In ₹ lakh', max: 1_000_000 }) },
    { max: 30, itemTitle: 'week' },
  ),
}).superRefine(({ projects, earlierWeeks }, context) => {
  const names = new Set(projects.map(({ name }) => name));
  for (const [index, { project }] of earlierWeeks.entries())
    if (!names.has(project))
      context.addIssue({
        code: 'custom',
        path: ['earlierWeeks', index, 'project'],
        message: 'Use the name of a project of this week, exactly as there.',
      });
});
export type DashboardData = z.infer<typeof dashboardDataSchema>;

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

const weeks = { n: 'number of weeks' };
const points = { n: 'points' };
const amount = { amount: 'difference in rupees' };
const weekNumber = { n: 'number of the week' };

const weekCostSchema = group('Cost of one week', {
  title: text('Question', { max: 60 }),
  people: text('Field: people', { max: 40 }),
  monthlyCost: text('Field: monthly cost of a person', { max: 40 }),
  sales: text('Field: sales', { max: 40 }),
  note: text('How the cost is counted', { max: 120 }),
  empty: text('Before there is a result', { max: 80 }),
  result: text('Result', { variables: { amount: 'cost in rupees' }, max: 60 }),
  consent: text('Checkbox: add to the enquiry', { max: 60 }),
  action: text('Enquiry link', { max: 40 }),
  message: text('Sentence in the enquiry', { variables: { amount: 'cost in rupees' }, max: 120 }),
}).default({
  title: 'What would one week cost you?',
  people: 'People kept waiting',
  monthlyCost: 'Monthly cost per person, ₹',
  sales: 'Sales delayed by a week, ₹',
  note: 'People × monthly cost × 12 ÷ 52, plus the sales. Your figures stay in this browser.',
  empty: 'Enter your own figures to see the cost.',
  result: 'One week costs you about {amount}.',
  consent: 'Add this figure to my enquiry',
  action: 'Talk to us about it',
  message: 'By my own estimate, one week of delay costs us about {amount}.',
});

export const dashboardTextsSchema = group('Sample dashboard: texts', {
  product: text('Name on the panel', { max: 20 }),
  mark: text('Note that the data is made up', { max: 30 }),
  allUnits: text('Choice: all business units', { max: 30 }),
  week: text('Choice: which week', { max: 20 }),
  weekOf: text('One week', { variables: { date: 'Monday' }, max: 30 }),
  milestones: text('Figure: milestones', { max: 40 }),
  delay: text('Figure: cost of delay', { max: 40 }),
  lowestCash: text('Figure: lowest cash', { variables: weeks, max: 40 }),
  decisions: text('Figure: decisions', { max: 40 }),
  pointsUp: text('More points than last week', { variables: points, max: 40 }),
  pointsDown: text('Fewer points than last week', { variables: points, max: 40 }),
  delayUp: text('More cost than last week', { variables: amount, max: 40 }),
  delayDown: text('Less cost than last week', { variables: amount, max: 40 }),
  unchanged: text('Same as last week', { max: 40 }),
  belowFloor: text('Lowest cash: below the minimum', { variables: weekNumber, max: 40 }),
  aboveFloor: text('Lowest cash: above the minimum', { variables: weekNumber, max: 40 }),
  oldest: text('Oldest decision', { variables: { n: 'age in days' }, max: 40 }),
  noDecisions: text('No pending decisions', { max: 40 }),
  lateBy: text('Late by days', { variables: { n: 'days' }, max: 30 }),
  needDecision: text('Projects that need a decision', {
    variables: { n: 'projects that need one', m: 'all projects' },
    max: 40,
  }),
  stageCount: text('Number of stages done', {
    variables: { n: 'stages done', m: 'all stages' },
    max: 30,
  }),
  ofMany: text('Number of items shown', { variables: { n: 'how many', m: 'of how many' }, max: 30 }),
  stages: list('The four stages', text('Stage', { max: 14 }), { min: 4, max: 4, itemTitle: 'stage' }),
  stageDone: text('Stage done', { max: 20 }),
  stageOpen: text('Stage open', { max: 20 }),
  load: text('Column: hours planned', { max: 30 }),
  hours: text('Planned and available hours', {
    variables: { n: 'hours planned', m: 'hours available' },
    max: 30,
  }),
  overloaded: text('Too many hours', { variables: { n: 'hours too many' }, max: 30 }),
  withinHours: text('Enough hours', { max: 30 }),
  showTables: text('Button: show the charts as tables', { max: 30 }),
  showCharts: text('Button: show the tables as charts', { max: 30 }),
  download: text('Button: download', { max: 30 }),
  fileName: text('Name of the file', { hint: 'Without the extension.', max: 40 }),
  showAll: text('Button: show all rows (small screens)', {
    variables: { n: 'number of rows' },
    max: 30,
  }).default('Show all {n}'),
  showLess: text('Button: show fewer rows (small screens)', { max: 30 }).default('Show fewer'),
  delaySoFar: text('Cost of a late project so far', {
    variables: { n: 'days late', amount: 'cost in rupees' },
    max: 40,
  }).default('Day {n} of delay: {amount} so far'),
  delayNote: text('How the cost so far is counted', { max: 80 }).default('The week’s cost ÷ 7 for each day late.'),
  weekCost: weekCostSchema,
});

export const dashboardChartsSchema = group('Sample dashboard: charts', {
  burnUp: text('Heading of the progress chart', { max: 40 }),
  burnUpNote: text('Note under the progress chart', {
    variables: { n: 'number of weeks', unit: 'business unit' },
    max: 80,
  }),
  scope: text('Name of the line: all tasks', { max: 20 }),
  scopeMark: text('Label on the line: all tasks', {
    variables: { n: 'number of tasks' },
    max: 20,
  }),
  done: text('Name of the line: tasks done', { max: 20 }),
  doneMark: text('Label on the line: tasks done', {
    variables: { n: 'tasks done' },
    max: 20,
  }),
  planned: text('Name of the line: plan', { max: 20 }),
  weekMark: text('Label of a week', { variables: weekNumber, max: 10 }),
  cash: text('Heading of the cash chart', { variables: weeks, max: 40 }),
  cashNote: text('Note under the cash chart', {
    variables: { floor: 'minimum cash, in lakh rupees' },
    max: 80,
  }),
  balance: text('Column: balance', { max: 30 }),
  againstFloor: text('Column: against the minimum', { max: 30 }),
  above: text('Above the minimum', { variables: amount, max: 30 }),
  below: text('Below the minimum', { variables: amount, max: 30 }),
});
