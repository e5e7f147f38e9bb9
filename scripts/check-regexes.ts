/**
 * Analyses every regular expression of the sources for super-linear backtracking, and prints one sentence for each that
 * a long text could make slow. `npm run check` runs it. Tests and benchmarks are left out: they read only the product's
 * own output.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from '@astrojs/compiler-rs';
import { type Argument, type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';
import { root } from './toolchain.mjs';

/**
 * The analysis counts steps instead of time: with the default time limits a busy machine makes linear patterns look
 * slow. The remaining time limit is for patterns that cannot be analysed.
 */
const limits = { timeout: 120_000, attackTimeout: null, incubationTimeout: null };
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || /^apps\/(?:e2e|\w+\/test|\w+\/bench)\//.test(file);

/** Files whose patterns never meet untrusted text, or are built from variables, with the reason. */
const justified: Readonly<Record<string, string>> = {
  'scripts/check-vocabulary.ts': 'runs on the files of this repository; its patterns come from a data file',
  'apps/admin/src/features/content/model/count-mismatches.ts':
    'built from titles of the content model; every repetition is bounded',
  'apps/admin/vite.config.ts': 'runs while the admin is built, on the paths of modules',
  'apps/site/src/text/keep-ranges.ts':
    'runs on pages that the site rendered: text has no angle bracket, elements are closed',
};

/** Where a pattern is written. Undefined: it is built from variables. */
interface FoundPattern {
  file: string;
  pattern: string | undefined;
  flags: string;
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|mjs|js|astro)$/.test(file) && !isTest(file) && existsSync(join(root, file)));

const found = (await Promise.all(files.map(findPatterns))).flat();
const unjustified = found.filter(({ file }) => !Object.hasOwn(justified, file));
const slow: string[] = [];
// One after the other, so that the time limit applies to a single pattern.
for (const same of groupByPattern(unjustified).values()) slow.push(...(await analysePattern(same)));
const mistakes = [
  ...unjustified.filter(({ pattern }) => pattern === undefined).map(({ file }) => explainBuilt(file)),
  ...slow,
  ...Object.keys(justified)
    .filter(isUnused)
    .map((key) => `scripts/check-regexes.ts justifies ${key}, which does not exist.`),
];
for (const mistake of mistakes) console.error(mistake);
// The analyser keeps a child process running.
process.exit(mistakes.length > 0 ? 1 : 0);

async function findPatterns(file: string): Promise<FoundPattern[]> {
  const source = readFileSync(join(root, file), 'utf8');
  const code = file.endsWith('.astro') ? (await transform(source, {})).code : source;
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  const { program, errors } = parseSync(file, code, { lang });
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const patterns: FoundPattern[] = [];
  const addBuilt = ({ callee, arguments: [source, flags] }: CallExpression | NewExpression): void => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    patterns.push({ file, pattern: readText(source), flags: readText(flags) ?? '' });
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) patterns.push({ file, ...node.regex });
    },
    CallExpression: addBuilt,
    NewExpression: addBuilt,
  }).visit(program);
  return patterns;
}

function readText(node: Argument | undefined): string | undefined {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

function groupByPattern(patterns: readonly FoundPattern[]): Map<string, FoundPattern[]> {
  const written = patterns.filter(({ pattern }) => pattern !== undefined);
  return Map.groupBy(written, ({ pattern, flags }) => `/${pattern}/${flags}`);
}

/** Returns nothing for a pattern whose time grows in proportion to the text. */
async function analysePattern(same: FoundPattern[]): Promise<string[]> {
  const [{ pattern = '', flags } = { flags: '' }] = same;
  const result = await check(pattern, flags, limits);
  if (result.status === 'safe') return [];
  const places = [...new Set(same.map(({ file }) => file))].join(', ');
  const reason =
    result.status === 'vulnerable'
      ? `is slow on ${result.attack.pattern} (${result.complexity.summary})`
      : `could not be analysed (${result.error.kind})`;
  return [`${places}: /${pattern}/${flags} ${reason}.`];
}

function explainBuilt(file: string): string {
  return `${file}: a regular expression is built from variables, so it cannot be analysed. Write it as a literal.`;
}

function isUnused(justifiedFile: string): boolean {
  return !found.some(({ file }) => file === justifiedFile);
}
