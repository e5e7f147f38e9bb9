import { linkedInAddress } from '../../primitives/checked-fields.ts';
import { group, list, longText, mediaSource, optionalCallToAction, picture, text } from '../../primitives/fields.ts';
import { pictureShapes } from '../../primitives/picture-shapes.ts';

const blockSchema = group('Text with image', {
  heading: text('Heading', { max: 60 }),
  body: longText('Text', { max: 420 }),
  link: optionalCallToAction('Link').default({ label: '', href: '' }),
  picture: picture(),
  labels: list('Texts in the illustration', text('Illustration text', { max: 60 }), {
    hint: 'Shown in this order. Only some illustrations contain text.',
    max: 12,
    itemTitle: 'illustration text',
  }).default([]),
});

const personSchema = group('Person', {
  name: text('Name', { max: 60 }),
  role: text('Role', { max: 60 }),
  note: longText('About the person', { hint: 'One or two sentences.', max: 160, optional: true }).default(''),
  portrait: mediaSource('Photo or illustration', {
    hint: 'Without a photo, the site shows a drawing.',
    optional: true,
  })
    .meta({ shape: pictureShapes.square })
    .default(''),
  linkedin: linkedInAddress('LinkedIn profile').default(''),
});

export const about = {
  title: 'About',
  hint: 'The mission, the texts and images below it, and the people.',
  singles: {
    heading: text('Heading', { max: 60 }),
    body: longText('Mission statement', { max: 420 }),
    'people-heading': text('Heading of the people', { max: 60 }),
  },
  lists: {
    blocks: {
      prefix: 'block',
      title: 'Texts with images',
      itemTitle: 'text with image',
      summary: 'A heading and a text beside an image.',
      schema: blockSchema,
      min: 1,
      max: 10,
      above: ['heading', 'body'],
    },
    people: {
      prefix: 'person',
      title: 'People',
      itemTitle: 'person',
      summary: 'A member of your team, with role and photo.',
      schema: personSchema,
      min: 0,
      max: 24,
      above: ['people-heading'],
      hint: 'An article whose author is in this list shows their role and photo.',
    },
  },
};
