import { fromParts } from '@threadline/schema/rich-text/from-parts';
import { type BlockNode, listTextNodes, type RichText, type TextNode } from '@threadline/schema/rich-text/rich-text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listLinkedRuns, listShownBlocks, mapTexts, toHtml } from './rich-text.ts';

const options = { mediaUrl: 'https://media.threadline.test', siteUrl: 'https://threadline.test' };
const paragraph = (...content: TextNode[]): BlockNode => ({ type: 'paragraph', content });
const link = { type: 'link', attrs: { href: '/terms/#a' } } as const;
const doc = (...content: BlockNode[]): RichText => ({ type: 'doc', content });

test('parts become headings, paragraphs, lists, tables and pictures with a full address', () => {
  const picture = { src: '/media/a.webp', alt: 'Sheet', decorative: false, caption: 'A & B' };
  const parts = [
    { heading: 'One & two', text: 'First.\n\n- a\n- b\n\n| A | B |\n| 1 | <2> |' },
    { text: 'Last.', figure: picture },
    { text: '', figure: { ...picture, src: '/art/cover-audit' } },
  ];
  expect(toHtml(fromParts(parts), options)).toBe(
    [
      '<h2>One &amp; two</h2><p>First.</p><ul><li><p>a</p></li><li><p>b</p></li></ul>',
      '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>&lt;2&gt;</td></tr></table>',
      '<p>Last.</p><figure><img src="https://media.threadline.test/media/a.webp" alt="Sheet"/>',
      '<figcaption>A &amp; B</figcaption></figure>',
    ].join(''),
  );
});

test('formats, links with a full address, quotes, callouts and numbers become HTML', () => {
  const line = paragraph(
    { type: 'text', text: 'Read ' },
    { type: 'text', marks: [link], text: 'our ' },
    { type: 'text', marks: [{ type: 'bold' }, { type: 'italic' }, link], text: '<terms>' },
  );
  const html = toHtml(
    doc(
      line,
      { type: 'quote', attrs: { by: 'A & B' }, content: [paragraph({ type: 'text', text: 'Quoted' })] },
      { type: 'callout', attrs: { tone: 'tip' }, content: [paragraph({ type: 'text', text: 'Tip' })] },
      { type: 'figure', attrs: { value: '42 %', label: 'of firms', source: 'Census' } },
    ),
    options,
  );
  expect(html).toBe(
    [
      '<p>Read <a href="https://threadline.test/terms/#a">our <em><strong>&lt;terms&gt;</strong></em></a></p>',
      '<blockquote><p>Quoted</p><p>A &amp; B</p></blockquote><blockquote><p>Tip</p></blockquote>',
      '<p>42 %: of firms. Census</p>',
    ].join(''),
  );
});

test('neighbouring runs with the same link are one link', () => {
  const runs: TextNode[] = [
    { type: 'text', marks: [link], text: 'a' },
    { type: 'text', marks: [{ type: 'bold' }, link], text: 'b' },
    { type: 'text', text: '' },
    { type: 'text', text: 'c' },
  ];
  expect(listLinkedRuns(runs).map(({ href, runs: own }) => [href, own.map(({ text }) => text).join('')])).toEqual([
    ['/terms/#a', 'ab'],
    [undefined, 'c'],
  ]);
});

test('blocks without words are left out, and every text can be changed', () => {
  const blocks = [paragraph(), paragraph({ type: 'text', text: '' }), paragraph({ type: 'text', text: 'Shown' })];
  expect(listShownBlocks(blocks)).toEqual([blocks[2]]);
  expect(
    toHtml(
      mapTexts(doc(...blocks), (text) => text.toUpperCase()),
      options,
    ),
  ).toBe('<p>SHOWN</p>');
});

test('rows of a table without text are left out, and a table without headings has none', () => {
  const createRow = (...texts: string[]): BlockNode => ({
    type: 'tableRow',
    content: texts.map((text) => ({
      type: 'tableCell',
      content: [paragraph(...(text ? [{ type: 'text', text } as const] : []))],
    })),
  });
  const createTable = (...content: BlockNode[]): RichText => doc({ type: 'table', attrs: { caption: '' }, content });
  const row = '<tr><td>Rent</td><td></td></tr>';
  expect(toHtml(createTable(createRow('Cost', ''), createRow('', ' '), createRow('Rent', '')), options)).toBe(
    `<table><tr><th>Cost</th><th></th></tr>${row}</table>`,
  );
  expect(toHtml(createTable(createRow('', ''), createRow('Rent', '')), options)).toBe(`<table>${row}</table>`);
  expect(toHtml(createTable(createRow('', ''), createRow('', '')), options)).toBe('');
});

/** Documents with nested lists, quotes and tables, whose texts contain markup. */
const { document: documents } = fc.letrec<{
  text: TextNode;
  line: BlockNode;
  list: BlockNode;
  block: BlockNode;
  document: RichText;
}>((tie) => ({
  text: fc.record({
    type: fc.constant('text' as const),
    marks: fc.subarray([{ type: 'bold' }, { type: 'italic' }, link] as const),
    text: fc.stringMatching(/^[a-z<>&"'][a-z<>&"' ]{0,8}$/),
  }) as fc.Arbitrary<TextNode>,
  line: fc.record({ type: fc.constant('paragraph' as const), content: fc.array(tie('text'), { maxLength: 3 }) }),
  list: fc
    .array(fc.tuple(tie('line'), fc.option(tie('list'), { nil: undefined, maxDepth: 1 })), {
      minLength: 1,
      maxLength: 3,
    })
    .map(
      (items): BlockNode => ({
        type: 'bulletList',
        content: items.map(([line, list]) => ({ type: 'listItem', content: list ? [line, list] : [line] })),
      }),
    ),
  block: fc.oneof(
    tie('line'),
    tie('list'),
    tie('line').map((line): BlockNode => ({ type: 'quote', attrs: { by: '' }, content: [line] })),
    tie('line').map(
      (line): BlockNode => ({
        type: 'table',
        attrs: { caption: '' },
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [line] }] }],
      }),
    ),
  ),
  document: fc.array(tie('block'), { maxLength: 5 }).map((content) => doc(...content)),
}));

test('whatever a document contains, its texts keep their order and never become markup [property]', () => {
  fc.assert(
    fc.property(documents, (document) => {
      const html = toHtml(document, options);
      const shown = html
        .replace(/<\/?(?:p|ul|li|blockquote|table|tr|t[hd]|strong|em|a)(?: href="[^"<>]*")?>|<br\/>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&');
      expect(shown).toBe([...listTextNodes(document)].map(({ text }) => text).join(''));
      expect(
        html.replace(/<\/?(?:p|ul|li|blockquote|table|tr|t[hd]|strong|em|a)(?: href="[^"<>]*")?>|<br\/>/g, ''),
      ).not.toMatch(/[<>]/);
    }),
  );
});
