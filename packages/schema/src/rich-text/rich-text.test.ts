import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromParts } from './from-parts.ts';
import { mergeBlocks } from './merge-blocks.ts';
import { type BlockNode, isRichText, listTextNodes, type RichText, richText } from './rich-text.ts';
import { getPlainText, getReadingMinutes, toMarkdown } from './to-text.ts';

const schema = richText('Text');
const paragraph = (text: string): BlockNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...content: unknown[]) => ({ type: 'doc', content });
const nest = (depth: number): BlockNode => ({
  type: 'bulletList',
  content: [{ type: 'listItem', content: [paragraph('A'), ...(depth > 1 ? [nest(depth - 1)] : [])] }],
});

const everyNode = doc(
  { type: 'heading', attrs: { level: 2, anchor: 'part' }, content: [{ type: 'text', text: 'Heading' }] },
  {
    type: 'paragraph',
    content: [
      { type: 'text', text: 'Plain, ' },
      { type: 'text', marks: [{ type: 'bold' }, { type: 'italic' }], text: 'both' },
      { type: 'text', marks: [{ type: 'link', attrs: { href: '/terms/' } }], text: ' linked' },
    ],
  },
  nest(3),
  { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph('Third')] }] },
  { type: 'quote', attrs: { by: 'A client' }, content: [paragraph('Quoted')] },
  { type: 'callout', attrs: { tone: 'tip' }, content: [paragraph('Tip')] },
  { type: 'image', attrs: { src: '/art/hero-build', alt: 'A', decorative: false, caption: 'C', width: 'wide' } },
  { type: 'video', attrs: { href: 'https://youtu.be/dQw4w9WgXcQ', title: 'V', poster: '/art/hero-build' } },
  { type: 'figure', attrs: { value: '42 %', label: 'of firms', source: '' } },
  {
    type: 'table',
    attrs: { caption: 'Owners' },
    content: [
      {
        type: 'tableRow',
        content: [
          { type: 'tableCell', content: [paragraph('Owner')] },
          { type: 'tableCell', content: [paragraph('Due')] },
        ],
      },
    ],
  },
);

test('a document with every node is accepted unchanged', () => {
  expect(schema.parse(everyNode)).toEqual(everyNode);
});

test('a heading with the link name of an earlier one is refused, because a page cannot have an id twice', () => {
  const { content } = paragraph('A');
  const headings = (...anchors: string[]) =>
    doc(...anchors.map((anchor) => ({ type: 'heading', attrs: { level: 2, anchor }, content })));
  expect(schema.parse(headings('one', '', 'two', ''))).toEqual(headings('one', '', 'two', ''));
  expect(schema.safeParse(headings('one', 'two', 'one')).error?.issues).toMatchObject([
    {
      path: ['content', 2, 'attrs', 'anchor'],
      message: 'Another heading is linked to as one, too. Use a different name.',
    },
  ]);
});

test('a picture without a width is as wide as the text', () => {
  const attrs = { src: '/art/hero-build', alt: 'A', decorative: false, caption: 'C' };
  const [picture] = schema.parse(doc({ type: 'image', attrs })).content;
  expect(picture).toEqual({ type: 'image', attrs: { ...attrs, width: 'text' } });
});

test('a callout contains paragraphs and both kinds of lists', () => {
  const steps = {
    type: 'orderedList',
    attrs: { start: 1 },
    content: [{ type: 'listItem', content: [paragraph('Call')] }],
  };
  const callout = doc({ type: 'callout', attrs: { tone: 'tip' }, content: [paragraph('First:'), nest(1), steps] });
  expect(schema.parse(callout)).toEqual(callout);
});

test('its Markdown and its plain text contain all of its words', () => {
  const text = schema.parse(everyNode);
  expect(toMarkdown(text)).toBe(
    [
      '## Heading',
      'Plain, ***both***[ linked](/terms/)',
      '- A\n  - A\n    - A',
      '3. Third',
      '> Quoted\n> \n> – A client',
      '> tip: Tip',
      '![A](/art/hero-build)\nC',
      'Video: [V](https://youtu.be/dQw4w9WgXcQ)\n![](/art/hero-build)',
      '42 %: of firms',
      'Owners\n| Owner | Due |',
    ].join('\n\n'),
  );
  expect(getPlainText(text)).toMatch(/^Heading\nPlain, both linked\nA\nA\nA\nThird\nQuoted\nTip\n/);
});

const invalid = 'This part of the text is not valid.';

test.each<[string, unknown, string]>([
  ['an unknown block', doc({ type: 'script', content: [] }), 'This kind of block cannot be here.'],
  ['an unknown attribute', doc({ ...paragraph('A'), attrs: { onclick: 'x' } }), invalid],
  [
    'an unknown format',
    doc({ type: 'paragraph', content: [{ type: 'text', marks: [{ type: 'u' }], text: 'A' }] }),
    'This format does not exist.',
  ],
  [
    'a link that runs a script',
    doc({
      type: 'paragraph',
      content: [{ type: 'text', marks: [{ type: 'link', attrs: { href: 'javascript:1' } }], text: 'A' }],
    }),
    'Choose a page from the list',
  ],
  [
    'a video of another site',
    doc({ type: 'video', attrs: { href: 'https://example.org/v', title: 'V', poster: '/art/hero-build' } }),
    'Enter the address of a video on YouTube or Vimeo',
  ],
  ['a picture from a script', doc({ type: 'image', attrs: { src: 'data:x' } }), 'Use an illustration'],
  ['too many nested lists', doc(nest(4)), 'Lists can be nested 3 levels deep.'],
  [
    'a table within a quote',
    doc({ type: 'quote', attrs: { by: '' }, content: [{ type: 'table' }] }),
    'This kind of block cannot be here.',
  ],
  [
    'a list item without a paragraph',
    doc({ type: 'bulletList', content: [{ type: 'listItem', content: [nest(1)] }] }),
    'A list item begins with a paragraph.',
  ],
  ['an empty list', doc({ type: 'bulletList', content: [] }), 'This part of the text is empty.'],
  ['no words', doc({ type: 'paragraph' }), 'This field cannot be empty.'],
  [
    'too many blocks',
    doc(...Array.from({ length: 401 }, () => paragraph('A'))),
    'Use at most 400 paragraphs and other blocks.',
  ],
  [
    'too many characters',
    doc(...Array.from({ length: 7 }, () => paragraph('A'.repeat(9000)))),
    'Use at most 60,000 characters.',
  ],
  ['HTML', '<p>A</p>', invalid],
])('%s is refused with a sentence', (_, value, sentence) => {
  const { error } = schema.safeParse(value);
  expect(error?.issues.map(({ message }) => message).join(' ')).toContain(sentence);
});

test('however deep a document is, it is refused without an overflow', () => {
  let node: unknown = paragraph('A');
  for (let depth = 0; depth < 5000; depth += 1)
    node = { type: 'bulletList', content: [{ type: 'listItem', content: [node] }] };
  expect(schema.safeParse(doc(node)).success).toBe(false);
});

const line = fc.stringMatching(/^[A-Za-z<&][A-Za-z<>&" ]{0,12}[A-Za-z]$/);

test('parts become a document with the same words and anchors [property]', () => {
  const chunk = fc.oneof(
    line,
    fc.array(line, { minLength: 1, maxLength: 4 }).map((items) => items.map((item) => `- ${item}`).join('\n')),
    fc
      .array(fc.tuple(line, line), { minLength: 1, maxLength: 3 })
      .map((rows) => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')),
  );
  const part = fc.record({
    heading: fc.oneof(fc.constant(''), line),
    anchor: fc.constantFrom('', 'pain', 'part-2'),
    text: fc.array(chunk, { minLength: 1, maxLength: 4 }).map((chunks) => chunks.join('\n\n')),
    ownDetails: fc.constantFrom('', 'Your details'),
  });
  const hasSameAnchor = (one: { anchor: string }, other: { anchor: string }) =>
    one.anchor !== '' && one.anchor === other.anchor;
  fc.assert(
    fc.property(fc.uniqueArray(part, { minLength: 1, maxLength: 4, comparator: hasSameAnchor }), (parts) => {
      const text = schema.parse(fromParts(parts));
      const words = (source: string) =>
        source
          .replaceAll(/^- |\|/gm, ' ')
          .split(/\s+/)
          .filter(Boolean);
      const before = parts.flatMap(({ heading, text: own, ownDetails }) =>
        words([heading, own, ownDetails].join('\n')),
      );
      expect([...listTextNodes(text)].flatMap((node) => words(node.text))).toEqual(before);
      const anchors = text.content.flatMap((block) => (block.type === 'heading' ? block.attrs.anchor : []));
      expect(anchors.filter(Boolean)).toEqual(parts.map(({ anchor }) => anchor).filter(Boolean));
    }),
  );
});

const text = (...words: string[]) => ({ type: 'doc', content: words.map(paragraph) }) as RichText;
const show = (merged: RichText | undefined) => merged?.content.map(getPlainText).join('');

test.each([
  ['different blocks', 'abc', 'Abc', 'abC', 'AbC'],
  ['an added and a changed block', 'abc', 'abxc', 'abC', undefined],
  ['an added and a distant changed block', 'abcd', 'axbcd', 'abcD', 'axbcD'],
  ['a removed and a changed block', 'abc', 'bc', 'abC', 'bC'],
  ['the same change', 'abc', 'aXc', 'aXc', 'aXc'],
  ['the same block', 'abc', 'aXc', 'aYc', undefined],
  ['no change on one side', 'abc', 'abc', 'cab', 'cab'],
])('two edits of %s are merged, or are a conflict', (_, base, mine, theirs, expected) => {
  const [first, second, third] = [base, mine, theirs].map((words) => text(...words));
  expect(show(mergeBlocks(first as RichText, second as RichText, third as RichText))).toBe(expected);
});

test('the reading time is at least a minute and follows the number of words', () => {
  expect(getReadingMinutes(text('One'))).toBe(1);
  expect(getReadingMinutes(text('word '.repeat(660)))).toBe(3);
});

test('only a document is a formatted text', () => {
  expect([text('A'), 'A', null, [], { type: 'doc' }].map(isRichText)).toEqual([true, false, false, false, false]);
});
