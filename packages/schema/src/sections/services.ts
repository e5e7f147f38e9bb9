import {
  choice,
  date,
  group,
  href,
  listOf,
  longText,
  number,
  optionalCallToAction,
  picture,
  text,
} from '../primitives.ts';

const serviceSchema = group('Service', {
  title: text('Title', { max: 40 }),
  body: longText('Promise', { max: 200 }),
  includes: listOf('What it includes', text('Line', { max: 60 }), { min: 1, max: 6, itemTitle: 'line' }),
  picture: picture(),
  action: optionalCallToAction('Second link'),
});

const questionSchema = group('Question', {
  area: text('Area', { max: 24 }),
  question: text('Question', { max: 140 }),
  service: href('Service that helps', { hint: 'The anchor of the service, such as #hiring.' }),
});

const bandSchema = group('Result', {
  min: number('From score', { max: 100 }),
  max: number('To score', { max: 100 }),
  title: text('Title', { max: 40 }),
  text: longText('Advice', { max: 200 }),
});

const projectSchema = group('Sample project', {
  name: text('Project', { max: 60 }),
  unit: text('Business unit', { max: 40 }),
  owner: text('Owner', { hint: 'A role, not a person.', max: 40 }),
  stage: number('Stages done', { hint: 'Of the four: define, design, deliver, debrief.', max: 4 }),
  status: choice('Status', { late: 'Late', risk: 'At risk', track: 'On track', done: 'Done' }),
  due: date('Due'),
  delayCostLakh: number('Cost of delay so far, in lakh rupees', { max: 10_000 }),
  reason: text('Why', { max: 120, optional: true }).default(''),
});

export const services = {
  title: 'Services',
  singles: {
    heading: text('Heading', { max: 60 }),
    intro: longText('Introduction', { max: 240 }),
    ask: text('Words of the enquiry link on each card', { max: 30 }),
    'growth-check': group('Growth check', {
      heading: text('Heading', { max: 60 }),
      intro: longText('Introduction', { max: 240 }),
      scale: listOf('Answers, from 0 to 3 points', text('Answer', { max: 30 }), {
        min: 4,
        max: 4,
        itemTitle: 'answer',
      }),
      scoreLabel: text('Label of the score', { max: 40 }),
      weakestLabel: text('Label of the weakest areas', { max: 60 }),
      printNote: text('Scoring note on paper and without JavaScript', { max: 200 }),
      send: text('Words of the button', { max: 40 }),
    }),
    'sample-dashboard': group('Sample dashboard', {
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
    }),
  },
  lists: {
    cards: { prefix: 'service', title: 'Services', itemTitle: 'service', schema: serviceSchema, min: 1, max: 18 },
    questions: {
      prefix: 'question',
      title: 'Growth check questions',
      itemTitle: 'question',
      schema: questionSchema,
      min: 1,
      max: 12,
    },
    bands: { prefix: 'band', title: 'Growth check results', itemTitle: 'result', schema: bandSchema, min: 1, max: 6 },
    projects: {
      prefix: 'project',
      title: 'Sample projects',
      itemTitle: 'sample project',
      schema: projectSchema,
      min: 1,
      max: 20,
    },
  },
};
