import { expect, test } from 'vitest';
import { notAnImage } from './receive-file.ts';
import { sanitizeSvg } from './svg.ts';

const unreadable = 'This SVG is damaged or has parts that are not allowed. Export it as plain SVG, or as PNG.';

const open = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20">';
const logo = '<path d="M0 0h40v20H0z" fill="#00f"/>';
const sanitize = (content: string) => sanitizeSvg(`${open}${content}</svg>`).svg;
const clean = sanitize(logo);

test.each<[string, string]>([
  ['a script', '<script>alert(1)</script>'],
  ['a script of another address', '<script href="https://evil.example/a.js"/>'],
  ['a script in a CDATA section', '<script><![CDATA[alert(1)]]></script>'],
  ['a script with a prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'],
  ['HTML', '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject>'],
  ['a frame', '<iframe src="https://evil.example/"/>'],
  ['an animation that sets a link', '<animate attributeName="href" to="javascript:alert(1)"/>'],
  ['a handler element', '<handler type="application/ecmascript">alert(1)</handler>'],
  ['an external picture', '<image href="https://evil.example/pixel.png"/>'],
  ['an external picture in the old notation', '<image xlink:href="//evil.example/pixel.png"/>'],
  ['an SVG in a data URL', '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'],
  ['HTML in a data URL', '<image href="data:text/html;base64,PGI+"/>'],
  ['a filter of another address', '<feImage href="https://evil.example/"/>'],
  ['a style import', '<style>@import url(https://evil.example/a.css);</style>'],
  ['a font of another address', '<style>@font-face{font-family:a;src:url(https://evil.example/a)}</style>'],
  ['an escaped address in a style', '<style>.a{fill:\\75rl(https://evil.example/)}</style>'],
  ['an address in a style', '<style>.a{fill:url(https://evil.example/#a)}</style>'],
  ['an end tag in a style', '<style><![CDATA[</style><script>alert(1)</script>]]></style>'],
  ['a comment with markup', '<!-- --><!-- <script>alert(1)</script> -->'],
  ['a processing instruction', '<?xml-stylesheet href="https://evil.example/a.css"?>'],
  ['text outside of text elements', 'javascript:alert(1)'],
])('%s is left out', (_, attack) => {
  expect(sanitize(attack + logo)).toBe(clean);
});

test.each<[string, string]>([
  ['an event handler', 'onload="alert(1)"'],
  ['an event handler in capitals', 'ONCLICK="alert(1)"'],
  ['a handler with a namespace', 'xlink:onclick="alert(1)"'],
  ['a link', 'href="javascript:alert(1)"'],
  ['an external fill', 'fill="url(https://evil.example/#a)"'],
  ['an external fill after a local one', 'fill="url(#a) url(//evil.example)"'],
  ['an external mask', 'mask="url(data:image/svg+xml,a#b)"'],
  ['an address in a style attribute', 'style="background:url(https://evil.example/)"'],
  ['an escaped style', 'style="fill:\\75rl(https://evil.example/)"'],
  ['a base address', 'xml:base="https://evil.example/"'],
  ['another namespace', 'xmlns="http://www.w3.org/1999/xhtml"'],
  ['data', 'data-x="1"'],
])('%s of an element is left out', (_, attribute) => {
  expect(sanitize(`<g ${attribute}>${logo}</g>`)).toBe(sanitize(`<g>${logo}</g>`));
});

test.each<[string, string, string]>([
  ['HTML', '<html><script>alert(1)</script></html>', notAnImage],
  ['another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml"/>', notAnImage],
  ['incomplete markup', `${open}<g>`, unreadable],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${open}<text>&b;</text></svg>`, unreadable],
  [
    'an external entity',
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${open}<text>&a;</text></svg>`,
    unreadable,
  ],
  ['an unknown entity', `${open}<text>&a;</text></svg>`, unreadable],
  [
    'no size',
    '<svg xmlns="http://www.w3.org/2000/svg" width="100%"/>',
    'This SVG has no size. Export it with a width and a height, or with a viewBox.',
  ],
  ['a huge size', '<svg width="99999" height="9"/>', 'This SVG has a side of more than 16000 pixels.'],
  ['itself in a reference', `${open}<g id="a"><use href="#a"/></g></svg>`, 'This SVG refers to itself.'],
  [
    'a million elements in nested references',
    `${open}${Array.from({ length: 7 }, (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`).join('')}<path id="g0"/></svg>`,
    'This SVG has too many elements. Simplify it, or export it as PNG.',
  ],
  [
    'deep nesting',
    `${open}${'<g>'.repeat(60)}${'</g>'.repeat(60)}</svg>`,
    'This SVG is nested too deeply. Simplify it, or export it as PNG.',
  ],
  [
    'more than 1 MB',
    `${open}<path d="${'M0 0'.repeat(300_000)}"/></svg>`,
    'This SVG is larger than 1 MB. Simplify it, or export it as PNG.',
  ],
])('a file with %s is refused', (_, source, sentence) => {
  expect(() => sanitizeSvg(source)).toThrow(sentence);
});

test('a logo of a drawing program keeps its shapes, classes, gradients, texts and embedded pictures', () => {
  const source = `<?xml version="1.0" encoding="utf-8"?><!-- Generator -->
    <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    <svg version="1.1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200px" viewBox="0 0 40 20">
      <style type="text/css">.st0{fill:url(#a);stroke:#FFF} .st1 , #b{opacity:.5}</style>
      <defs><linearGradient id="a"><stop offset="0" style="stop-color:#f00;behavior:none"/></linearGradient></defs>
      <a xlink:href="https://example.org/"><path id="b" class="st0" d="M0,0 h40"/></a>
      <use xlink:href="#b"/><text font-family="'Segoe UI', sans-serif">A &amp; B &lt;</text>
      <image xlink:href="data:image/png;base64,iVBORw0KGgo="/>
    </svg>`;
  expect(sanitizeSvg(source)).toEqual({
    width: 200,
    height: 100,
    svg: [
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" viewBox="0 0 40 20" height="100">',
      '<style>.st0{fill:url(#a);stroke:#FFF}.st1 , #b{opacity:.5}</style>',
      '<defs><linearGradient id="a"><stop offset="0" style="stop-color:#f00"></stop></linearGradient></defs>',
      '<g><path id="b" class="st0" d="M0,0 h40"></path></g>',
      '<use href="#b"></use><text font-family="\'Segoe UI\', sans-serif">A &amp; B &lt;</text>',
      '<image href="data:image/png;base64,iVBORw0KGgo="></image></svg>',
    ].join(''),
  });
});
