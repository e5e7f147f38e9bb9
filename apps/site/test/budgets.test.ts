import { globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
const nonCriticalFile = /data-styles="([^"]+)"/.exec(landing)?.[1] ?? '';
const nonCriticalStyles = read(nonCriticalFile).toString('utf8');

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
  return read(face.exec(nonCriticalStyles)?.[1] ?? '').length;
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
  const newsletter = /<form[^>]* data-script="\/_astro\/([^"]+)"/.exec(landing)?.[1] ?? '';
  const scripts = readdirSync(path.join(folder, '_astro')).filter(
    (file) => file.endsWith('.js') && file !== newsletter,
  );
  const drawings = new Set(matches(landing, /"(\/art\/[^"#]+)/g));
  const data = new Set(matches(landing, /(\/data\/[0-9a-f]+\.json)/g));
  return {
    htmlBytes: html,
    criticalStyleBytes: matches(landing, /<style[^>]*>(.*?)<\/style>/gs).join('').length,
    nonCriticalStyleBytes: compressed(nonCriticalStyles, effort.code),
    displayFontBytes: displayFont,
    textFontBytes: textFont,
    scriptBytes: sum(scripts.map((file) => compressed(read(`_astro/${file}`), effort.code))),
    // Loads with the first focus in the form.
    newsletterScriptBytes: compressed(read(`_astro/${newsletter}`), effort.code),
    drawingBytes: sum(Array.from(drawings, (url) => compressed(read(url)))),
    dataBytes: sum(Array.from(data, (url) => compressed(read(url)))),
    domNodes: domNodes(landing),
  };
}

/** Islands that a visitor wakes by scrolling to them, and the dialog: no part of the page that loads by itself. */
function scriptBytesOnDemand(): number {
  const islands = matches(landing, /(<astro-island[^>]*>)/g).filter((tag) => tag.includes('client="visible"'));
  const dialog = matches(landing, /<dialog[^>]* data-script="([^"]+)"/g);
  const files = new Set([...dialog, ...islands.flatMap((tag) => matches(tag, /component-url="([^"]+)"/g))]);
  return sum(Array.from(files, (url) => compressed(read(url), effort.code)));
}

test('the landing page keeps its budgets in bytes and nodes', () => {
  const found = parts();
  const scriptsByThemselves = found.scriptBytes - scriptBytesOnDemand();
  const fonts = found.displayFontBytes + found.textFontBytes;
  const totalBytes = found.htmlBytes + found.nonCriticalStyleBytes + fonts + found.drawingBytes + scriptsByThemselves;
  const hydratedBytes = totalBytes + scriptBytesOnDemand() + found.dataBytes;
  for (const [name, value] of Object.entries({ ...found, totalBytes, hydratedBytes })) {
    expect(value, name).toBeLessThanOrEqual(budgets.landing[name as keyof typeof budgets.landing]);
  }
});

const sources = path.join(import.meta.dirname, '../src');

/** Returns the files whose styles are in the page: those that components import, and what these files import. */
function listCriticalStyles(): string[] {
  const imports = globSync('**/*.astro', { cwd: sources }).flatMap((file) =>
    matches(readSource(file), /^import '([^']+\.css)';$/gm).map((name) => resolveSource(file, name)),
  );
  return imports.flatMap((file) => [
    ...matches(readSource(file), /^@import "([^"]+)";$/gm).map((name) => resolveSource(file, name)),
    file,
  ]);
}

const readSource = (file: string) => readFileSync(path.join(sources, file), 'utf8');

function resolveSource(importer: string, name: string): string {
  const folder = path.dirname(path.join(sources, importer));
  return path.relative(sources, createRequire(`${folder}/`).resolve(name));
}

/** Returns about the number of bytes of a style sheet in the page. */
function countStyleBytes(css: string): number {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};:,>]) ?/g, '$1')
    .trim().length;
}

test('no style sheet adds more to the pages than it may: what the first view does not need belongs in non-critical.css', () => {
  const limits: Record<string, number> = budgets.criticalStyles;
  const found = listCriticalStyles().map((file): [string, number] => [
    path.basename(file),
    countStyleBytes(readSource(file)),
  ]);
  expect(found.map(([file]) => file).sort()).toEqual(Object.keys(limits).sort());
  expect(found.filter(([file, bytes]) => bytes > (limits[file] ?? 0))).toEqual([]);
});

test.each(inner)('%s is light', (_file, html) => {
  expect(compressed(html), 'htmlBytes').toBeLessThanOrEqual(budgets.inner.htmlBytes);
  expect(domNodes(html), 'domNodes').toBeLessThanOrEqual(budgets.inner.domNodes);
});

test('no page waits for a style sheet or a script before it paints', () => {
  for (const [file, page] of pages) {
    const html = page.replace(/<noscript>.*?<\/noscript>/s, '');
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

test('a page refers to no font, style sheet or drawing that the browser would fetch before the first paint', () => {
  for (const [file, page] of pages) {
    const html = page.replace(/<noscript>.*?<\/noscript>/s, '');
    expect(matches(html, /(url\("?\/|rel="(?:preload|modulepreload)"|<use href="[^#])/g), file).toEqual([]);
  }
});
