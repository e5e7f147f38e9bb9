import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const sources = path.join(import.meta.dirname, '../src');
const components = globSync('**/*.astro', { cwd: sources });

const read = (file: string) => readFileSync(path.join(sources, file), 'utf8');

/** Style sheets by file; without `styles/`, which is global. */
const sheets = new Map(
  globSync('{components,layouts,sections}/**/*.css', { cwd: sources }).map((file) => [
    file,
    read(file).replace(/\/\*.*?\*\//gs, ''),
  ]),
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
  'sections/footer/footer.css .site-logo',
];

/** Returns the style sheets of the site that a file imports, by their path in the sources. */
function listImports(file: string, pattern: RegExp): string[] {
  return Array.from(read(file).matchAll(pattern), ([, name = '']) => path.join(path.dirname(file), name));
}

test('styles are in style sheets, not in components', () => {
  // The colours that an owner has chosen are computed from content.
  const isInSheet = (file: string) => !/<style(?! is:inline set:html=\{brandCss\})/.test(read(file));
  expect(components.filter((file) => !isInSheet(file))).toEqual([]);
});

test('every style sheet is in the page, in the file that is loaded later, or with the code or content that needs it', () => {
  const inPage = components.flatMap((file) => listImports(file, /^import '(\.[^']+\.css)';$/gm));
  const later = listImports('styles/non-critical.css', /^@import "(\.[^"]+)";$/gm);
  const onDemand = globSync('**/*.{ts,tsx,astro}', { cwd: sources }).flatMap((file) =>
    listImports(file, /'(\.[^']+\.css)\?inline'/g),
  );
  const all = globSync('**/*.css', { cwd: sources }).filter((file) => file !== 'styles/non-critical.css');
  expect([...inPage, ...later, ...onDemand].sort()).toEqual(all.sort());
});

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
