import { group, href, longText, text } from '../../primitives/fields.ts';

export const footer = {
  title: 'Footer',
  hint: 'The end of every page: links, newsletter and the copyright line.',
  singles: {
    blurb: longText('About the firm', { max: 200 }),
    headings: group('Column headings', {
      explore: text('Quick links', { max: 30 }),
      services: text('Services', { max: 30 }),
      contact: text('Contact', { max: 30 }),
      follow: text('Social links', { max: 30 }),
    }),
    newsletter: group('Newsletter', {
      label: text('Label', { max: 60 }),
      placeholder: text('Example address', { max: 40 }),
      button: text('Button', { max: 30 }),
      success: text('Message: signed up', { hint: 'Shown for three seconds.', max: 120 }),
      pending: text('Message: while there is no connection', { max: 120 }),
      failure: text('Message: not signed up', { max: 160 }),
      note: text('Note', { max: 120 }),
      notice: text('Privacy notice', { max: 240, optional: true }).default(''),
    }),
    copyright: text('Copyright line', {
      variables: { year: 'year', legalName: 'legal name under Site settings, Brand' },
      max: 160,
    }),
  },
  lists: {
    links: {
      prefix: 'link',
      title: 'Legal links',
      itemTitle: 'link',
      summary: 'A link in the last line of every page, such as to the terms.',
      schema: group('Link', { label: text('Text', { max: 40 }), href: href('Leads to') }),
      min: 0,
      max: 12,
    },
  },
};
