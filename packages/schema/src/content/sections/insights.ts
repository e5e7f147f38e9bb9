import { z } from 'zod';
import { publishingDay } from '../../primitives/checked-fields.ts';
import { group, href, type InputKind, list, longText, picture, text } from '../../primitives/fields.ts';
import { pictureShapes } from '../../primitives/picture-shapes.ts';
import { richText } from '../../rich-text/rich-text.ts';
import { articleIdPattern } from '../article-address.ts';
import { articleListing } from '../listing.ts';

const articleLink = href('Article').refine((value) => /^\/insights\/[^/#]+\/$/.test(value), {
  error: 'Choose an article, such as /insights/cash-flow/.',
});

/** Empty for the address that the key has, which is made of the title. */
const articleAddress = z
  .string({ error: 'Write text here.' })
  .max(54, { error: 'Use at most 54 characters.', abort: true })
  .refine((value) => value === '' || articleIdPattern.test(value), {
    error: 'Use small letters a to z, digits and single hyphens, such as cash-flow.',
  })
  .meta({
    title: 'Address',
    description: 'The last part of the link to the article. If you change it, the old address will lead here.',
    input: 'address' satisfies InputKind,
    optional: true,
  })
  .default('');

/** An article has a card on the landing page and a page of its own at /insights/<id>/. */
const articleSchema = group('Article', {
  kicker: text('Topic', { max: 30, suggestedGroup: 'Topics' }),
  title: text('Title', { max: 90 }),
  excerpt: longText('Summary', { max: 260 }),
  author: text('Author', {
    hint: 'A person under About, or any other name.',
    max: 60,
    optional: true,
    suggestedGroup: 'People',
  }).default(''),
  publishedOn: publishingDay('Published on'),
  picture: picture('Cover', { hasCrops: true, shape: pictureShapes.cover }),
  body: richText('Text'),
  offer: group('Call to action', {
    title: text('Title', { hint: 'Leave empty to use the one for all articles.', max: 60, optional: true }).default(''),
    body: longText('Text', { hint: 'Leave empty to use the one for all articles.', max: 240, optional: true }).default(
      '',
    ),
  }).default({ title: '', body: '' }),
  related: list('Related articles', articleLink, {
    hint: 'Leave empty to show the articles published before this one.',
    max: 3,
    itemTitle: 'related article',
  }).default([]),
  address: articleAddress,
  seo: articleListing,
});

export const insights = {
  title: 'Insights',
  hint: 'The articles: each has a card on the home page and a page of its own.',
  singles: {
    heading: text('Heading', { max: 60 }),
    intro: longText('Introduction', { max: 240, optional: true }),
    read: text('Link text on each card', { max: 30 }),
    all: text('Text of the link to all articles', { max: 30 }),
    by: text('Author of an article', { variables: { name: 'name of the author' }, max: 30 }),
    share: group('Sharing an article', {
      heading: text('Heading', { max: 40 }),
      whatsapp: text('WhatsApp', { max: 30 }),
      linkedin: text('LinkedIn', { max: 30 }),
      x: text('X', { max: 30 }),
      email: text('Email', { max: 30 }),
      newTab: text('Note on links that open a new tab', { hint: 'Read out by screen readers.', max: 40 }),
      copy: text('Button: copy the link', { max: 30 }),
      copied: text('After copying', { max: 30 }),
    }),
    offer: group('Call to action below an article', {
      title: text('Title', { max: 60 }),
      body: longText('Text', { max: 240 }),
      button: text('Button', { hint: 'Opens the enquiry form on the same page.', max: 40 }),
      message: text('First sentence in the enquiry form', {
        variables: { title: 'title of the article' },
        max: 120,
      }),
    }),
    related: text('Heading of the related articles', { max: 40 }),
  },
  lists: {
    articles: {
      prefix: 'article',
      title: 'Articles',
      itemTitle: 'article',
      summary: 'A text with a page of its own. It starts as a draft.',
      schema: articleSchema,
      min: 0,
      max: 200,
      newFirst: true,
      hasDrafts: true,
      above: ['heading', 'intro'],
      hint: 'The home page shows the first three articles of this list. The page of all articles shows the newest first.',
    },
  },
};
