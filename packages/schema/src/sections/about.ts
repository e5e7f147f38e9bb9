import { group, listOf, longText, optionalCallToAction, picture, text } from '../primitives.ts';

const blockSchema = group('Block', {
  heading: text('Heading', { max: 60 }),
  body: longText('Text', { max: 420 }),
  link: optionalCallToAction('Link').default({ label: '', href: '' }),
  picture: picture(),
  words: listOf('Words in the drawing', text('Words', { max: 60 }), {
    hint: 'In the order in which they stand in it. Drawings without room for words, and photographs, leave them out.',
    max: 12,
    itemTitle: 'text',
  }).default([]),
});

export const about = {
  title: 'About',
  hint: 'The mission, and the blocks of words and pictures below it.',
  singles: {
    heading: text('Heading', { max: 60 }),
    body: longText('Mission statement', { max: 420 }),
  },
  lists: {
    blocks: { prefix: 'block', title: 'Blocks', itemTitle: 'block', schema: blockSchema, min: 1, max: 10 },
  },
};
