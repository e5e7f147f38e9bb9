/**
 * Checks that docs cite existing files, commands and tests, that every setting is documented, that file names are
 * specific, and that each dependency has one version. `npm run check` runs it; it prints one sentence per error.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findSpecMistakes, findTrustMistakes } from './check-coverage.ts';
import { listFiles, readText, report } from './source-files.ts';
import { root } from './toolchain.mjs';

/** Names that say nothing about the content. */
const vagueName = /^(utils?|helpers?|common|misc|lib)(\..+)?$/;
const citable = /^(apps|packages|scripts|docs|content-seed|\.github|\.ci)\//;
/** Set by our own scripts, never by people. */
const internalSettings = ['SITE_BUILD', 'SITE_OUT', 'CONTENT_SEED'];
/** `astro check` does not support TypeScript 7. */
const ownVersions = ['apps/site/package.json typescript'];

const files = listFiles();

report([
  ...files.filter((file) => /^(docs\/.*|[A-Z]+)\.md$/.test(file)).flatMap(checkCitations),
  ...files.flatMap(checkName),
  ...checkSettings(),
  ...checkCoverage(),
  ...files.filter((file) => /\/package\.json$/.test(file)).flatMap(checkVersions),
]);

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, match]) => match ?? '');
}

function checkCitations(doc: string): string[] {
  const text = readText(doc);
  // Up to the first placeholder: `content-seed/<section>.json` cites the folder.
  const paths = matches(text, /`([^`\s]+)`/g)
    .filter((path) => citable.test(path))
    .map((path) => withoutPlaceholder(path).replace(/:\d+$/, ''));
  const links = matches(text, /\]\((?!\w+:|#)([^)\s#]+)/g).map((link) => join(dirname(doc), link));
  const scripts: Record<string, string> = JSON.parse(readText('package.json')).scripts;
  return [
    ...[...paths, ...links]
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${doc} cites ${path}, which does not exist.`),
    ...matches(text, /npm run ([\w:-]+)/g)
      .filter((script) => !scripts[script])
      .map((script) => `${doc} cites "npm run ${script}", which package.json does not have.`),
  ];
}

function withoutPlaceholder(path: string): string {
  const placeholder = path.search(/[<…*{$]/);
  return placeholder === -1 ? path : path.slice(0, Math.max(0, path.lastIndexOf('/', placeholder)));
}

function checkName(file: string): string[] {
  const isVague = file.split('/').some((name) => vagueName.test(name));
  return isVague ? [`${file}: name a file or folder for its subject.`] : [];
}

/** Checks that every variable of an app is in .env.example, and vice versa. */
function checkSettings(): string[] {
  const configs = files.filter((file) => /^apps\/[^/]+\/(src\/)?config\.ts$/.test(file));
  const known = new Set(configs.flatMap((file) => matches(readText(file), /^ +([A-Z][A-Z0-9_]+):/gm)));
  const documented = new Set(matches(readText('.env.example'), /^#? ?([A-Z][A-Z0-9_]+)=/gm));
  for (const name of internalSettings) known.delete(name);
  return [
    ...[...known]
      .filter((name) => !documented.has(name))
      .map((name) => `${name} is read by an app, but .env.example does not have it.`),
    ...[...documented]
      .filter((name) => !known.has(name))
      .map((name) => `${name} is in .env.example, but no app reads it.`),
  ];
}

/** Checks that every test in a coverage table is in the file that the table cites. */
function checkCoverage(): string[] {
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file)).map((file) => ({ file, text: readText(file) }));
  const rulings = readText('docs/decisions/0017-rulings-on-the-specification.md');
  return [
    ...findTrustMistakes(readText('docs/trust-coverage.md'), tests),
    ...findSpecMistakes(readText('docs/spec-coverage.md'), rulings, tests),
  ];
}

/** pnpm accepts a version that is written by hand, and then there are two. */
function checkVersions(file: string): string[] {
  const { dependencies, devDependencies } = JSON.parse(readText(file));
  return Object.entries<string>({ ...dependencies, ...devDependencies })
    .filter(([name, version]) => !/^(catalog:|workspace:\*)$/.test(version) && !ownVersions.includes(`${file} ${name}`))
    .map(([name, version]) => `${file}: ${name} is "${version}"; versions are in the catalog of pnpm-workspace.yaml.`);
}
