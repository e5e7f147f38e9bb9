import { group, href, longText, number, text } from '../../primitives/fields.ts';
import { formatPlaceholderHint } from '../../primitives/placeholder-hint.ts';

/**
 * Spec §2: a stat card with a number that counts up. `basis` explains how it is counted, because a claim without it
 * misleads.
 */
const statSchema = group('Figure', {
  value: number('Figure', { max: 10_000_000 }),
  prefix: text('Before the figure', { max: 4, optional: true }).default(''),
  suffix: text('After the figure', { hint: 'Such as % or +.', max: 4, optional: true }).default(''),
  label: text('Label', { max: 40 }),
  basis: text('How it is counted', { max: 160, isOwnerDetail: true }),
  dot: text('Meaning of a dot in the drawing', {
    hint: `Such as: Each dot is {n} in every 100. ${formatPlaceholderHint({ n: 'the number calculated from the figure' })}`,
    max: 60,
    optional: true,
  }).default(''),
  asOf: text('Period or date', { max: 40, optional: true }).default(''),
  source: href('Evidence', { hint: 'A page that supports the figure.', optional: true }).default(''),
});

export const stats = {
  title: 'Stats',
  hint: 'The figures of the landing page, each with how it is counted.',
  singles: {
    heading: text('Heading', { max: 60 }),
    intro: longText('Introduction', { max: 240 }),
  },
  lists: {
    cards: { prefix: 'stat', title: 'Figures', itemTitle: 'figure', schema: statSchema, min: 1, max: 12 },
  },
};
