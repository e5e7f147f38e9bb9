import { group, longText, picture, text } from '../primitives.ts';

const blockSchema = group('Block', {
  heading: text('Heading', { max: 60 }),
  body: longText('Text', { max: 420 }),
  picture: picture(),
});

export const about = {
  title: 'About',
  singles: {
    heading: text('Heading', { max: 60 }),
    body: longText('Mission statement', { max: 420 }),
  },
  lists: {
    blocks: { prefix: 'block', title: 'Blocks', itemTitle: 'block', schema: blockSchema, min: 1, max: 10 },
  },
};
