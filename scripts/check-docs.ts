/**
 * Checks that docs cite existing files, commands and tests, that every setting is documented, that file names are
 * specific, and that each dependency has one version. `npm run check` runs it; it prints one sentence per error.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findSpecMistakes } from './spec-rows.ts';
import { root } from './toolchain.mjs';
import { findTrustMistakes } from './trust-ids.ts';

const maxReadmeLines = 120;
/** Names that say nothing about the content. */
const vagueName = /^(utils?|helpers?|common|misc|lib)(\..+)?$/;
/** Biome does not check the names of .astro files. [page].astro is a route parameter of Astro. */
const astroName = /^([A-Z][A-Za-z0-9]*|\[?[a-z0-9.]+(-[a-z0-9]+)*\]?)\.astro$/;
const citable = /^(apps|packages|scripts|docs|content-seed|\.github|\.ci)\//;
/** Set by our own scripts, never by people. */
const internalSettings = ['SITE_BUILD', 'SITE_OUT', 'CONTENT_SEED'];
/** `astro check` does not support TypeScript 7. */
const ownVersions = ['apps/site typescript'];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)));

const mistakes = [
  ...files.filter((file) => /^(docs\/.*|[A-Z]+)\.md$/.test(file)).flatMap(checkCitations),
  ...checkReadme(),
  ...files.flatMap(checkName),
  ...checkSettings(),
  ...checkCoverage(),
  ...files.filter((file) => basename(file) === 'package.json').flatMap(checkVersions),
];
for (const mistake of mistakes) console.error(mistake);
if (mistakes.length > 0) process.exitCode = 1;

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, match]) => match ?? '');
}

function checkCitations(doc: string): string[] {
  const text = read(doc);
  // Up to the first placeholder: `content-seed/<section>.json` cites the folder.
  const paths = matches(text, /`([^`\s]+)`/g)
    .filter((path) => citable.test(path))
    .map((path) => withoutPlaceholder(path).replace(/:\d+$/, ''));
  const links = matches(text, /\]\((?!\w+:|#)([^)\s#]+)/g).map((link) => join(dirname(doc), link));
  const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;
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

function checkReadme(): string[] {
  if (!files.includes('README.md')) return ['There is no README.md.'];
  const lines = read('README.md').trimEnd().split('\n').length;
  return lines > maxReadmeLines ? [`README.md has ${lines} lines; it may have ${maxReadmeLines}.`] : [];
}

function checkName(file: string): string[] {
  const vague = file.split('/').some((name) => vagueName.test(name));
  const wrongCase = file.endsWith('.astro') && !astroName.test(basename(file));
  return [
    ...(vague ? [`${file}: name a file or folder for its subject.`] : []),
    ...(wrongCase ? [`${file}: components are PascalCase, pages kebab-case.`] : []),
  ];
}

/** Checks that every variable of an app is in .env.example, and vice versa. */
function checkSettings(): string[] {
  const configs = files.filter((file) => /^apps\/[^/]+\/(src\/)?config\.ts$/.test(file));
  const known = new Set(configs.flatMap((file) => matches(read(file), /^ +([A-Z][A-Z0-9_]+):/gm)));
  const documented = new Set(
    files.includes('.env.example') ? matches(read('.env.example'), /^#? ?([A-Z][A-Z0-9_]+)=/gm) : [],
  );
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
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file)).map((file) => ({ file, text: read(file) }));
  const rulings = read('docs/decisions/0017-rulings-on-the-specification.md');
  return [
    ...findTrustMistakes(read('docs/trust-coverage.md'), tests),
    ...findSpecMistakes({ coverage: read('docs/spec-coverage.md'), rulings, tests }),
  ];
}

/** pnpm accepts a version that is written by hand, and then there are two. */
function checkVersions(file: string): string[] {
  const manifest = JSON.parse(read(file));
  const versions: [string, string][] = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  const catalog = new Map(
    [...read('pnpm-workspace.yaml').matchAll(/^ {2}'?([^':\s]+)'?: (\S+)$/gm)].map(([, name, version]) => [
      name,
      version,
    ]),
  );
  const isRight = (name: string, version: string) =>
    file === 'package.json'
      ? version === (catalog.get(name) ?? version)
      : /^(catalog:|workspace:\*)$/.test(version) || ownVersions.includes(`${dirname(file)} ${name}`);
  return versions
    .filter(([name, version]) => !isRight(name, version))
    .map(([name, version]) => `${file}: ${name} is "${version}"; versions are in the catalog of pnpm-workspace.yaml.`);
}
