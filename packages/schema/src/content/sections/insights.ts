import { date, group, longText, number, picture, proseSections, text } from '../../primitives/fields.ts';

/** An article has a card on the landing page and a page of its own at /insights/<id>/. */
const articleSchema = group('Article', {
  kicker: text('Topic', { max: 30 }),
  title: text('Title', { max: 90 }),
  excerpt: longText('Summary', { max: 260 }),
  minutes: number('Minutes to read', { min: 1, max: 60 }),
  publishedOn: date('Published on'),
  picture: picture('Cover'),
  body: proseSections('Article'),
});

export const insights = {
  title: 'Insights',
  hint: 'The articles: each has a card on the landing page and a page of its own.',
  singles: {
    heading: text('Heading', { max: 60 }),
    intro: longText('Introduction', { max: 240, optional: true }),
    read: text('Link text on each card', { max: 30 }),
    all: text('Text of the link to all articles', { max: 30 }),
  },
  lists: {
    articles: {
      prefix: 'article',
      title: 'Articles',
      itemTitle: 'article',
      schema: articleSchema,
      min: 0,
      max: 200,
      newFirst: true,
      hint: 'The landing page shows the first three of this list, the page of all articles the newest first.',
    },
  },
};
