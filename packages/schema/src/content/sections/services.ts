import { group, list, longText, optionalCallToAction, picture, text } from '../../primitives/fields.ts';
import { bandSchema, growthCheckSchema, growthResultSchema, questionSchema } from './growth-check.ts';
import {
  dashboardChartsSchema,
  dashboardDataSchema,
  dashboardTextsSchema,
  sampleDashboardSchema,
} from './sample-dashboard.ts';

const serviceSchema = group('Service', {
  title: text('Title', { max: 40 }),
  short: text('Short title', {
    hint: 'For the footer. Leave empty if the title is short.',
    max: 30,
    optional: true,
  }).default(''),
  body: longText('Short description', { max: 200 }),
  ask: text('Enquiry link', {
    hint: 'For example: Talk to us about hiring. Leave empty to use the default enquiry link.',
    max: 40,
    optional: true,
  }).default(''),
  includes: list('Included', text('Included point', { max: 60 }), { min: 1, max: 6, itemTitle: 'included point' }),
  picture: picture(),
  action: optionalCallToAction('Extra link'),
});

export const services = {
  title: 'Services',
  hint: 'The service cards, the growth check and the sample dashboard.',
  singles: {
    heading: text('Heading', {
      hint: 'If texts mention the number of services, a warning appears when it is wrong.',
      max: 60,
    }),
    intro: longText('Introduction', { max: 240 }),
    ask: text('Default enquiry link', { max: 30 }),
    'ask-message': text('Message about a service', {
      hint: 'The first sentence of an enquiry or chat.',
      variables: { service: 'title of the service' },
      max: 120,
    }),
    'growth-check': growthCheckSchema,
    'growth-result': growthResultSchema,
    'sample-dashboard': sampleDashboardSchema,
    'dashboard-data': dashboardDataSchema,
    'dashboard-texts': dashboardTextsSchema,
    'dashboard-charts': dashboardChartsSchema,
  },
  lists: {
    cards: {
      prefix: 'service',
      title: 'Services',
      itemTitle: 'service',
      summary: 'A card with what you offer and what is included.',
      schema: serviceSchema,
      min: 1,
      max: 18,
      above: ['heading', 'intro'],
      isCountedAnywhere: true,
    },
    questions: {
      prefix: 'question',
      title: 'Growth check questions',
      itemTitle: 'growth check question',
      summary: 'A question with answers that count points.',
      countedAs: 'question',
      schema: questionSchema,
      min: 1,
      max: 12,
    },
    bands: {
      prefix: 'band',
      title: 'Growth check results',
      itemTitle: 'result',
      summary: 'The advice after the growth check, for a range of points.',
      schema: bandSchema,
      min: 1,
      max: 6,
    },
  },
};
