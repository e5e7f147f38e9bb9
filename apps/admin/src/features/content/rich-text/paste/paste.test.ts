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
  ['underlined words are plain text', '<p><u>a</u> <span style="text-decoration:underline">b</span></p>', '<p>a b</p>'],
  [
    'an underlined link is a link',
    '<p><u><a href="https://a.in/"><span style="text-decoration:underline">a</span></a></u></p>',
    '<p><a href="https://a.in/">a</a></p>',
  ],
  [
    'the quote styles of Word are quotes',
    '<p class=MsoQuote>a</p><p class=MsoIntenseQuote>b</p><p><span data-ccp-parastyle="Intense Quote">c</span></p><p>d</p>',
    '<blockquote><p>a</p><p>b</p><p>c</p></blockquote><p>d</p>',
  ],
  ['a line break divides a paragraph', '<p>a<br>b</p>', '<p>a</p><p>b</p>'],
  ['invisible characters, which can reverse a text, are removed', '<p>a\u200b&#8238;b\u2066c</p>', '<p>abc</p>'],
  ['a heading in a list is a paragraph', '<ul><li><h2>a</h2></li></ul>', '<ul><li><p>a</p></li></ul>'],
  ['a heading has no bold text', '<h2><b>a</b></h2>', '<h2>a</h2>'],
])('%s', (_, html, expected) => {
  expect(clean(html)).toBe(expected);
});

/** A paragraph of a list as Word on the desktop writes it. */
const word = (marker: string, text: string, place = 'l0 level1 lfo1') =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:${place}'><!--[if !supportLists]--><span
style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;
</span></span></span><!--[endif]-->${text}<o:p></o:p></p>`;
const items = (...texts: string[]) => texts.map((text) => `<li><p>${text}</p></li>`).join('');

test.each([
  ['Word, bullets', word('·', 'a') + word('·', 'b'), `<ul>${items('a', 'b')}</ul>`],
  [
    'Word, numbers',
    word('1.', 'a', 'l1 level1 lfo2') + word('2.', 'b', 'l1 level1 lfo2'),
    `<ol>${items('a', 'b')}</ol>`,
  ],
  ['Word, numbers that continue', word('3)', 'a') + word('4)', 'b'), `<ol start="3">${items('a', 'b')}</ol>`],
  [
    'Word without a marked bullet',
    `<p style='mso-list:l0 level1 lfo1'>·&nbsp;&nbsp; a</p><p style='mso-list:l0 level1 lfo1'>·&nbsp;&nbsp; b</p>`,
    `<ul>${items('a', 'b')}</ul>`,
  ],
  [
    'Word, the number of a chapter',
    `<h1 style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>a</h1>`,
    '<h1>a</h1>',
  ],
  [
    'Outlook, paragraphs with a bullet',
    '<p class=MsoNormal>·<span style="font:7.0pt">&nbsp;&nbsp; </span><b>a</b> b</p><p class=MsoNormal>·&nbsp; c</p>',
    `<ul>${items('<strong>a</strong> b', 'c')}</ul>`,
  ],
  [
    'Google Docs',
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><ul style="margin-top:0;"><li dir="ltr"
style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">a</span></p></li></ul><p
dir="ltr"><span style="font-weight:400;">• b</span></p><p dir="ltr"><span>• c</span></p></b>`,
    `<ul>${items('a')}</ul><ul>${items('b', 'c')}</ul>`,
  ],
  [
    'Apple Pages, tabs around a bullet',
    `<p class="p1"><span class="Apple-tab-span" style="white-space:pre">\t</span>•<span class="Apple-tab-span">\t</span>a</p><p
class="p1"><span class="Apple-tab-span">\t</span>•<span class="Apple-tab-span">\t</span>b</p>`,
    `<ul>${items('a', 'b')}</ul>`,
  ],
  [
    'Apple Pages, a list',
    '<ul class="ul1"><li class="li1"><span class="s1"></span>a<span class="Apple-converted-space">&nbsp;</span></li></ul>',
    '<ul><li>a </li></ul>',
  ],
  [
    'lines of one paragraph',
    '<p>Needed:<br>- a<br>- b<br>Done</p>',
    `<p>Needed:</p><ul>${items('a', 'b')}</ul><p>Done</p>`,
  ],
  ['boxes of a mail', '<div>1) a</div><div>2) b</div>', `<ol>${items('a', 'b')}</ol>`],
  ['a bullet inside bold', '<p><b>• a</b></p>', `<ul>${items('<strong>a</strong>')}</ul>`],
  ['one paragraph with a number is none', '<p>1. a</p><p>b</p>', '<p>1. a</p><p>b</p>'],
  ['one paragraph with a dash is none', '<p>– a</p><p>b</p>', '<p>– a</p><p>b</p>'],
  ['a number with a decimal point is none', '<p>1.5 lakh</p><p>2.5 lakh</p>', '<p>1.5 lakh</p><p>2.5 lakh</p>'],
])('a pasted list: %s', (_, html, expected) => {
  expect(clean(html).replaceAll('\n', ' ')).toBe(expected);
});

test.each([
  ['• a\n• b', `<ul>${items('a', 'b')}</ul>`],
  ['·\ta\n·\tb', `<ul>${items('a', 'b')}</ul>`],
  ['- a\n* b', `<ul>${items('a', 'b')}</ul>`],
  ['1. a\n2. b', `<ol>${items('a', 'b')}</ol>`],
  ['4) a\n\n5) b', `<ol start="4">${items('a', 'b')}</ol>`],
  ['-5 degrees', '<p>-5 degrees</p>'],
])('plain text %j becomes a list or stays', (text, expected) => {
  expect(parsePlainText(text, document).innerHTML).toBe(expected);
});

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

test.each([
  ['across columns', `<tr><td colspan="2">a</td></tr>${row('b', 'c')}`, row('a', '') + row('b', 'c')],
  [
    'across rows',
    `<tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr>${row('d', 'e')}`,
    row('a', 'b') + row('', 'c') + row('d', 'e'),
  ],
  [
    'across both, at the end of a row',
    `<tr><td>a</td><td colspan="2" rowspan="2">b</td></tr><tr><td>c</td></tr>`,
    row('a', 'b', '') + row('c', '', ''),
  ],
  ['of a span that is no number', '<tr><td colspan="x">a</td></tr>', row('a')],
])('the text of a merged cell %s is in the first of its cells', (_, rows, expected) => {
  expect(clean(`<table>${rows}</table>`)).toBe(`<table><tbody>${expected}</tbody></table>`);
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
