import { group, list, longText, optionalCallToAction, picture, text } from '../../primitives/fields.ts';

const blockSchema = group('Block', {
  heading: text('Heading', { max: 60 }),
  body: longText('Text', { max: 420 }),
  link: optionalCallToAction('Link').default({ label: '', href: '' }),
  picture: picture(),
  labels: list('Texts in the drawing', text('Text', { max: 60 }), {
    hint: 'In the order of the drawing. Photographs and drawings without text ignore them.',
    max: 12,
    itemTitle: 'text',
  }).default([]),
});

export const about = {
  title: 'About',
  hint: 'The mission, and the blocks of text and pictures below it.',
  singles: {
    heading: text('Heading', { max: 60 }),
    body: longText('Mission statement', { max: 420 }),
  },
  lists: {
    blocks: { prefix: 'block', title: 'Blocks', itemTitle: 'block', schema: blockSchema, min: 1, max: 10 },
  },
};
