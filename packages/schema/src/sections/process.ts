import { group, longText, text } from '../primitives.ts';

const stepSchema = group('Step', {
  title: text('Title', { max: 40 }),
  body: longText('Text', { max: 240 }),
  when: text('Time frame', { max: 60 }),
});

export const process = {
  title: 'Process',
  hint: 'How the work goes, step by step.',
  singles: {
    heading: text('Heading', { max: 60 }),
    button: text('Words of the button', { hint: 'Opens the enquiry form.', max: 40 }),
  },
  lists: {
    steps: {
      prefix: 'step',
      title: 'Steps',
      itemTitle: 'step',
      schema: stepSchema,
      min: 1,
      max: 8,
      isCountedAnywhere: true,
    },
  },
};
