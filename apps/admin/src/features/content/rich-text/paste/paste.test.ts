import { expect, test } from 'vitest';
import { toHref } from '../to-href.ts';
import { cleanHtml } from './clean-html.ts';
import { parsePlainText } from './plain-text.ts';
import { removeEmbeddedFiles, sanitizeSource } from './sanitize-source.ts';

const parse = (html: string) => new DOMParser().parseFromString(sanitizeSource(html), 'text/html');
const clean = (html: string) => cleanHtml(parse(html)).content.innerHTML;

test.each([
  [
    'a wrapper of Google Docs is not bold',
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700">a</span> b</p></b>',
    '<p><strong>a</strong> b</p>',
  ],
  [
    'a property whose name ends the same is not mistaken for another',
    '<p><b style="mso-bidi-font-weight:normal">a</b></p>',
    '<p><strong>a</strong></p>',
  ],
  ['unknown elements are unwrapped', '<p><o:p>a</o:p></p>', '<p>a</p>'],
  [
    'underlined words are italic',
    '<p><u>a</u> <span style="text-decoration:underline">b</span></p>',
    '<p><em>a</em> <em>b</em></p>',
  ],
  [
    'an underlined link is a link',
    '<p><u><a href="https://a.in/"><span style="text-decoration:underline">a</span></a></u></p>',
    '<p><a href="https://a.in/">a</a></p>',
  ],
  ['a line break divides a paragraph', '<p>a<br>b</p>', '<p>a</p><p>b</p>'],
  ['a heading in a list is a paragraph', '<ul><li><h2>a</h2></li></ul>', '<ul><li><p>a</p></li></ul>'],
  ['a heading has no bold text', '<h2><b>a</b></h2>', '<h2>a</h2>'],
])('%s', (_, html, expected) => {
  expect(clean(html)).toBe(expected);
});

test('pictures are counted, tracking pixels are not', () => {
  expect(cleanHtml(parse('<p><img src="a.png"><img width=1 height=1 src="b.gif"></p>')).pictureCount).toBe(1);
});

test.each([
  '<p onclick="run()">a</p>',
  "<p title='>' onclick='run()'>a</p>",
  '<p/onclick=run()>a</p>',
  '<script>run()</script><p>a</p>',
  '<svg onload="run()"></svg><p>a</p>',
])('no handler or script of %s reaches the parser', (html) => {
  expect(sanitizeSource(html)).not.toContain('run()');
});

test('a style is kept as text', () => {
  expect(sanitizeSource('<p class="a" style="color:red">')).toBe('<p class="a" data-style="color:red">');
});

test('embedded files do not count towards the size of a paste', () => {
  expect(removeEmbeddedFiles('<img src="data:image/png;base64,AAAA" alt="">')).toBe('<img alt="">');
});

test('an underscore or asterisk inside a word is not a format', () => {
  expect(parsePlainText('a_b_c and 2*3*4', document).innerHTML).toBe('<p>a_b_c and 2*3*4</p>');
});

test.each([
  ['example.org/a', 'https://example.org/a'],
  ['info@example.org', 'mailto:info@example.org'],
  ['/terms/', '/terms/'],
  ['#contact', '#contact'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('the typed address %s becomes %s', (typed, href) => {
  expect(toHref(typed)).toBe(href);
});
