import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const sources = path.join(import.meta.dirname, '../src');

/** Style sheets and style blocks by file; without `styles/`, which is global. */
const sheets = new Map(
  globSync('{components,layouts,sections}/**/*.{css,astro}', { cwd: sources }).flatMap((file): [string, string][] => {
    const text = readFileSync(path.join(sources, file), 'utf8');
    const css = file.endsWith('.css') ? text : /<style is:global>(.*?)<\/style>/s.exec(text)?.[1];
    return css ? [[file, css.replace(/\/\*.*?\*\//gs, '')]] : [];
  }),
);

interface Rule {
  selector: string;
  body: string;
}

/** Returns the rules of the outermost level. */
function listRules(css: string): Rule[] {
  const rules: Rule[] = [];
  let depth = 0;
  let start = 0;
  let selector = '';
  for (let index = 0; index < css.length; index++) {
    if (css[index] === ';' && depth === 0) start = index + 1;
    if (css[index] === '{' && depth++ === 0) {
      selector = css.slice(start, index).trim();
      start = index + 1;
    }
    if (css[index] === '}' && --depth === 0) {
      rules.push({ selector, body: css.slice(start, index) });
      start = index + 1;
    }
  }
  return rules;
}

/** Returns the selectors outside every other rule, including those inside media queries. */
function listRootSelectors(css: string): string[] {
  return listRules(css).flatMap(({ selector, body }) => {
    if (/^@(?:keyframes|font-face)/.test(selector)) return [];
    return selector.startsWith('@')
      ? listRootSelectors(body)
      : selector
          .replace(/\([^)]*\)/g, '')
          .split(',')
          .map((part) => part.trim());
  });
}

const getRootClass = (selector: string) => /^\.([\w-]+)/.exec(selector)?.[1];

/** The folder of a section; the file itself for components and layouts. */
const getOwner = (file: string) => (file.startsWith('sections/') ? path.dirname(file) : file);

const owners = new Map(
  [...sheets].flatMap(([file, css]) =>
    listRootSelectors(css).flatMap((selector): [string, string][] => {
      const name = getRootClass(selector);
      return name ? [[name, getOwner(file)]] : [];
    }),
  ),
);

/** A parent may set size and margin of the root of a component that it contains. */
const allowed = [
  'layouts/inner.css .article-meta',
  'sections/contact/contact-dialog.css .site-footer',
  'sections/contact/contact-dialog.css .sticky-bar',
  'sections/footer/Footer.astro .site-logo',
];

test('every style of a component is inside a rule for a class of its own', () => {
  for (const [file, css] of sheets) {
    for (const selector of listRootSelectors(css)) {
      const name = getRootClass(selector);
      if (name) expect(owners.get(name), `${file} ${selector}`).toBe(getOwner(file));
      else expect(selector, file).toMatch(/^(?:html|:root)/);
    }
  }
});

test("no component styles another one's class", () => {
  const reaches = [...sheets].flatMap(([file, css]) => {
    const names = new Set(Array.from(css.matchAll(/\.([a-z][\w-]*)/g), ([, name = '']) => name));
    return [...names]
      .filter((name) => owners.has(name) && owners.get(name) !== getOwner(file))
      .map((name) => `${file} .${name}`);
  });
  expect(reaches.sort()).toEqual(allowed);
});
