import { inBraces } from '../in-braces.ts';
import { group, href, longText, number, text } from '../primitives.ts';

/** Spec §2: a stat card with a figure that counts up. `basis` says how the figure is counted: a claim without it misleads. */
const statSchema = group('Figure', {
  value: number('Figure', { max: 10_000_000 }),
  prefix: text('Before the figure', { max: 4, optional: true }).default(''),
  suffix: text('After the figure', { hint: 'Such as % or +.', max: 4, optional: true }).default(''),
  label: text('Label', { max: 40 }),
  basis: text('How it is counted', { max: 160, isOwnerDetail: true }),
  dot: text('What one dot of the drawing is', {
    hint: `Such as: Each dot is {n} in every 100. ${inBraces({ n: 'the number that follows from the figure' })}`,
    max: 60,
    optional: true,
  }).default(''),
  asOf: text('Period or date', { max: 40, optional: true }).default(''),
  source: href('Evidence', { hint: 'A page that shows it.', optional: true }).default(''),
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
