import { group, longText, text } from '../../primitives/fields.ts';

const stepSchema = group('Step', {
  title: text('Title', { max: 40 }),
  body: longText('Text', { max: 240 }),
  when: text('Time frame', { max: 60 }),
});

export const process = {
  title: 'Process',
  hint: 'The process, step by step.',
  singles: {
    heading: text('Heading', { max: 60 }),
    button: text('Button text', { hint: 'Opens the enquiry form.', max: 40 }),
  },
  lists: {
    steps: {
      prefix: 'step',
      title: 'Steps',
      itemTitle: 'step',
      summary: 'One step of how you work.',
      schema: stepSchema,
      min: 1,
      max: 8,
      above: ['heading'],
      isCountedAnywhere: true,
    },
  },
};
