import type { z } from 'zod';
import { group, href, list, longText, number, text } from '../../primitives/fields.ts';

export const questionSchema = group('Question', {
  area: text('Area', { max: 24 }),
  question: text('Question', { max: 140 }),
  service: href('Service that helps', { hint: 'Linked from a low answer.' }),
});
export type GrowthQuestion = z.infer<typeof questionSchema>;

export const bandSchema = group('Result', {
  min: number('From score', { max: 100 }),
  max: number('To score', { max: 100 }),
  title: text('Title', { max: 40 }),
  text: longText('Advice', { max: 200 }),
});
export type GrowthBand = z.infer<typeof bandSchema>;

export const growthCheckSchema = group('Growth check', {
  heading: text('Heading', { max: 60 }),
  intro: longText('Introduction', { max: 240 }),
  scale: list('Answers, from 0 to 3 points', text('Answer', { max: 30 }), { min: 4, max: 4, itemTitle: 'answer' }),
  scoreLabel: text('Label of the score', { max: 40 }),
  weakestLabel: text('Label of the weakest areas', { max: 60 }),
  printNote: text('Scoring note, for print and old browsers', { max: 200 }),
  send: text('Button text', { max: 40 }),
});

/** Texts of the live result. `message` and `answer` form the text of the enquiry that includes the result. */
export const growthResultSchema = group('Growth check: result', {
  shortScale: list('Answers in short, from 0 to 3 points', text('Answer', { max: 18 }), {
    min: 4,
    max: 4,
    itemTitle: 'short answer',
  }),
  of: text('After the score', { variables: { max: 'highest score' }, max: 20 }),
  start: text('Before the first answer', { max: 80 }),
  progress: text('Before the last answer', {
    variables: { n: 'number of answers', m: 'number of questions' },
    max: 60,
  }),
  message: text('First line of the enquiry', {
    variables: {
      heading: 'heading of the check',
      score: 'score',
      max: 'highest score',
      band: 'title of the result',
    },
    max: 120,
  }),
  answer: text('Each answer in the enquiry', {
    variables: { area: 'area of the question', answer: 'answer in short' },
    max: 60,
  }),
  position: text('Number of the question (small screens)', {
    variables: { n: 'number', m: 'number of questions' },
    max: 40,
  }).default('Question {n} of {m}'),
  back: text('Button: previous question', { max: 20 }).default('Back'),
  next: text('Button: next question', { max: 20 }).default('Next'),
});
export type GrowthResultTexts = z.infer<typeof growthResultSchema>;
