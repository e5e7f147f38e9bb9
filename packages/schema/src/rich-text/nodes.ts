import { z } from 'zod';
import { choice, href, mediaSource, pictureDescription, text } from '../primitives/fields.ts';
import { pictureShapes } from '../primitives/picture-shapes.ts';
import { videoSource } from '../primitives/video-link.ts';

/** A kind of node in a formatted text, from which validation, editor, site and comparison follow. */
export interface NodeDeclaration {
  /** Its children, as a content expression of ProseMirror; none by default. */
  content?: string;
  group?: 'block' | 'inline';
  attrs?: z.ZodRawShape;
  html: { tag: string; class?: string };
  /** Its name for editors. */
  label: string;
}

/** The name of a heading in links, such as `guarantee` in `/terms/#guarantee`. */
const anchorName = z
  .string()
  .regex(/^$|^[a-z][a-z0-9-]{0,39}$/, { error: 'Use small letters, digits and hyphens, such as guarantee.' })
  .default('')
  .meta({
    title: 'Link to this heading',
    description: 'Only if other pages link to it. A short name, such as guarantee.',
    input: 'text',
    optional: true,
  });

export const nodes = {
  doc: { content: 'block+', html: { tag: 'div' }, label: 'Text' },
  paragraph: { content: 'text*', group: 'block', html: { tag: 'p' }, label: 'Paragraph' },
  heading: {
    content: 'text*',
    group: 'block',
    attrs: { level: z.literal([2, 3], { error: 'A heading has level 2 or 3.' }), anchor: anchorName },
    html: { tag: 'h2' },
    label: 'Heading',
  },
  bulletList: { content: 'listItem+', group: 'block', html: { tag: 'ul' }, label: 'Bulleted list' },
  orderedList: {
    content: 'listItem+',
    group: 'block',
    attrs: { start: z.int().min(1).max(9999).default(1) },
    html: { tag: 'ol' },
    label: 'Numbered list',
  },
  listItem: { content: 'paragraph (paragraph | bulletList | orderedList)*', html: { tag: 'li' }, label: 'List item' },
  quote: {
    content: 'paragraph+',
    group: 'block',
    attrs: { by: text('Who said it', { optional: true }).default('') },
    html: { tag: 'blockquote' },
    label: 'Quote',
  },
  callout: {
    content: '(paragraph | bulletList | orderedList)+',
    group: 'block',
    attrs: { tone: choice('Kind', { note: 'Note', tip: 'Tip', warning: 'Warning' }) },
    html: { tag: 'aside', class: 'callout' },
    label: 'Highlighted box',
  },
  image: {
    group: 'block',
    attrs: {
      src: mediaSource('Image', { hint: 'Choose an illustration, or an image of your own.' }),
      ...pictureDescription,
      caption: text('Caption', { max: 160, optional: true }).default(''),
      width: choice('Width', { text: 'As wide as the text', wide: 'Wider than the text' }).default('text'),
    },
    html: { tag: 'figure' },
    label: 'Image',
  },
  video: {
    group: 'block',
    attrs: {
      href: videoSource('Video'),
      title: text('Title', { hint: 'Visitors read it below the video.' }),
      poster: mediaSource('Poster image', { hint: 'Shown until a visitor plays the video.' }).meta({
        shape: pictureShapes.video,
      }),
    },
    html: { tag: 'figure', class: 'video' },
    label: 'Video',
  },
  figure: {
    group: 'block',
    attrs: {
      value: text('Number', { hint: 'For example: 42 % or ₹3 crore.', max: 20 }),
      label: text('Meaning', { hint: 'For example: of founders approve each payment themselves.', max: 120 }),
      source: text('Source', { hint: 'Basis, period or publication.', max: 160, optional: true }).default(''),
    },
    html: { tag: 'figure', class: 'number' },
    label: 'Big number',
  },
  table: {
    content: 'tableRow+',
    group: 'block',
    attrs: { caption: text('Caption', { max: 160, optional: true }).default('') },
    html: { tag: 'table' },
    label: 'Table',
  },
  /** The first row of a table contains its headings. */
  tableRow: { content: 'tableCell+', html: { tag: 'tr' }, label: 'Row' },
  tableCell: { content: 'paragraph+', html: { tag: 'td' }, label: 'Cell' },
  text: { group: 'inline', html: { tag: '' }, label: 'Text' },
} as const satisfies Record<string, NodeDeclaration>;

/** The renderer decides how a link opens, so a link has no other attributes. */
export const marks = {
  bold: { html: { tag: 'strong' }, label: 'Bold' },
  italic: { html: { tag: 'em' }, label: 'Italic' },
  link: { attrs: { href: href('Leads to') }, html: { tag: 'a' }, label: 'Link' },
} as const satisfies Record<string, NodeDeclaration>;
