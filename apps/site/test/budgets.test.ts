import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import budgets from '../budgets.json' with { type: 'json' };

/** As the publisher compresses pages, and the files of the site's code. */
const effort = { page: 7, code: 11 };

const folder = path.join(inject('buildFolder'), 'static');
const read = (url: string) => readFileSync(path.join(folder, url));
const pages = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => [file, read(file).toString('utf8')]),
);
const landing = pages.get('index.html') ?? '';
const inner = [...pages].filter(([file]) => file !== 'index.html');

function compressed(body: string | Uint8Array, quality = effort.page): number {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return brotliCompressSync(body, { params }).length;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function matches(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, found]) => found ?? '');
}

function fontBytes(family: string): number {
  const face = new RegExp(`font-family:${family};src:url\\(([^)]+)\\)`);
  return read(face.exec(landing)?.[1] ?? '').length;
}

function domNodes(html: string): number {
  const withoutTexts = html.replace(/<(style|script)([^>]*)>.*?<\/\1>/gs, '<$1$2>');
  return withoutTexts.match(/<[a-z]/g)?.length ?? 0;
}

/** Everything the landing page fetches until all islands are hydrated, all drawings in view. */
function parts() {
  const html = compressed(landing);
  const displayFont = fontBytes('Anek');
  const textFont = fontBytes('Hanken');
  const newsletter = /data-script="\/_astro\/([^"]+)"/.exec(landing)?.[1] ?? '';
  const scripts = readdirSync(path.join(folder, '_astro')).filter(
    (file) => file.endsWith('.js') && file !== newsletter,
  );
  const drawings = new Set(matches(landing, /"(\/art\/[^"#]+)/g));
  const data = new Set(matches(landing, /(\/data\/[0-9a-f]+\.json)/g));
  return {
    htmlBytes: html,
    displayFontBytes: displayFont,
    criticalPathBytes: html + displayFont,
    textFontBytes: textFont,
    scriptBytes: sum(scripts.map((file) => compressed(read(`_astro/${file}`), effort.code))),
    // Loads with the first focus in the form.
    newsletterScriptBytes: compressed(read(`_astro/${newsletter}`), effort.code),
    inlineStyleBytes: compressed(matches(landing, /<style[^>]*>(.*?)<\/style>/gs).join('')),
    drawingBytes: sum(Array.from(drawings, (url) => compressed(read(url)))),
    dataBytes: sum(Array.from(data, (url) => compressed(read(url)))),
    domNodes: domNodes(landing),
  };
}

/** Islands that a visitor wakes by scrolling to them or pressing a button: no part of the page that loads by itself. */
function scriptBytesOnDemand(): number {
  const islands = matches(landing, /(<astro-island[^>]*>)/g).filter((tag) =>
    /client="(?:visible|interaction)"/.test(tag),
  );
  const files = new Set(islands.flatMap((tag) => matches(tag, /component-url="([^"]+)"/g)));
  return sum(Array.from(files, (url) => compressed(read(url), effort.code)));
}

test('the landing page keeps its budgets in bytes and nodes', () => {
  const found = parts();
  const scriptsByThemselves = found.scriptBytes - scriptBytesOnDemand();
  const totalBytes = found.criticalPathBytes + found.textFontBytes + scriptsByThemselves + found.drawingBytes;
  const hydratedBytes = totalBytes + scriptBytesOnDemand() + found.dataBytes;
  for (const [name, value] of Object.entries({ ...found, totalBytes, hydratedBytes })) {
    expect(value, name).toBeLessThanOrEqual(budgets.landing[name as keyof typeof budgets.landing]);
  }
});

test.each(inner)('%s is light', (_file, html) => {
  expect(compressed(html), 'htmlBytes').toBeLessThanOrEqual(budgets.inner.htmlBytes);
  expect(domNodes(html), 'domNodes').toBeLessThanOrEqual(budgets.inner.domNodes);
});

test('no page waits for a style sheet or a script before it paints', () => {
  for (const [file, html] of pages) {
    const blocking = [
      ...matches(html, /(<link[^>]*rel="stylesheet"[^>]*>)/g),
      ...matches(html, /(<script[^>]* src=[^>]*>)/g).filter((tag) => !/type="module"|async|defer/.test(tag)),
    ];
    expect(blocking, file).toHaveLength(budgets.renderBlockingRequests);
  }
});

test('no page fetches anything from elsewhere', () => {
  for (const [file, html] of pages) {
    const fetched = [
      ...matches(html, /<(?:script|img|source|video|iframe)[^>]* src(?:set)?="([^"]*)"/g),
      ...matches(html, /<link[^>]*rel="(?:stylesheet|preload|modulepreload|preconnect|icon)"[^>]*href="([^"]*)"/g),
      ...matches(html, /url\("?([^")]+)/g),
    ];
    const foreign = fetched.filter((url) => /^(?:https?:)?\/\//.test(url));
    expect(foreign, file).toHaveLength(budgets.thirdPartyRequests);
  }
});

test('only the display font is fetched before the page asks for it', () => {
  const preloads = matches(landing, /<link rel="preload" href="([^"]+)"/g);
  expect(preloads).toHaveLength(1);
  expect(landing).toContain(`font-family:Anek;src:url(${preloads[0]})`);
});
