import { expect, test } from 'vitest';
import { createPageReader, readPage } from './read-page.ts';

const urlsIn = (html: string) => readPage(html).links.map(({ url }) => url);

test.each([
  ['<a href="/terms/">', ['/terms/']],
  ['<a href="/?a=1&amp;b=2#x">', ['/?a=1&b=2#x']],
  ['<img src="/a.webp" alt="" srcset="/a-480.webp 480w, /a-768.webp 768w">', ['/a.webp', '/a-480.webp', '/a-768.webp']],
  ['<source srcset="/b.avif, /c.avif 2x">', ['/b.avif', '/c.avif']],
  ['<video src="/v.mp4" poster="/p.webp"></video>', ['/v.mp4', '/p.webp']],
  ['<script type="module" src="/_astro/a.js"></script>', ['/_astro/a.js']],
  ['<link rel="stylesheet" href="/_astro/a.css">', ['/_astro/a.css']],
  ['<link rel="preconnect" href="https://cdn.example">', []],
  [
    '<astro-island component-url="/_astro/i.js" renderer-url="/_astro/r.js"></astro-island>',
    ['/_astro/i.js', '/_astro/r.js'],
  ],
  ['<form action="/api/request/send-request"></form>', ['/api/request/send-request']],
  ['<svg><use href="#icon"/></svg>', ['#icon']],
  ['<meta property="og:image" content="https://site.example/a.jpg">', ['https://site.example/a.jpg']],
  ['<p>href="/not-a-link/"</p><!-- <a href="/hidden/"> -->', []],
  ['<script>const html = \'<a href="/text/">\';</script>', []],
])('%s links to %j', (html, urls) => {
  expect(urlsIn(html)).toEqual(urls);
});

test('ids are collected, and repeated ones are reported', () => {
  const { ids, repeatedIds } = readPage('<h1 id="a"></h1><a name="b"></a><p id="c"></p><i id="c"></i>');
  expect([...ids]).toEqual(['a', 'b', 'c']);
  expect([...repeatedIds]).toEqual(['c']);
});

test('an image needs an alt attribute, which can be empty', () => {
  expect(readPage('<img src="/a"><img src="/b" alt><img src="/c" alt="C">').imagesWithoutAlt).toEqual(['/a']);
});

test('library images are found in attributes and island props', () => {
  const name = `/media/${'0a'.repeat(16)}-480`;
  const html = `<img alt="" srcset="${name}.avif 480w"><astro-island props="{&quot;src&quot;:[0,&quot;${name}.webp&quot;]}">`;
  expect([...readPage(html).media]).toEqual([`${name}.avif`, `${name}.webp`]);
});

test('an unchanged page is not read again', () => {
  const read = createPageReader();
  const page = (path: string, html: string) => {
    return { path, body: Buffer.from(html), entry: { sha256: html, contentType: 'text/html; charset=utf-8' } };
  };
  const first = read([page('/', '<p id="a">'), page('/b/', '<p id="b">')]);
  const second = read([page('/', '<p id="a">'), page('/b/', '<p id="c">')]);
  expect(second.get('/')).toBe(first.get('/'));
  expect(second.get('/b/')?.ids).toEqual(new Set(['c']));
});

test('only HTML is read', () => {
  const robots = {
    path: '/robots.txt',
    body: Buffer.from('<p id="a">'),
    entry: { sha256: 'x', contentType: 'text/plain' },
  };
  expect(createPageReader()([robots]).size).toBe(0);
});
