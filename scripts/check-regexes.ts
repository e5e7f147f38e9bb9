/**
 * Analyses every regular expression of the sources for super-linear backtracking, and prints one sentence for each that a
 * long text could make slow. `npm run check` runs it. Tests and benchmarks are left out: they read only the product's own
 * output.
 */
import { transform } from '@astrojs/compiler-rs';
import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';
import { listFiles, readText, report } from './source-files.ts';

/**
 * Steps are counted, not time: with the default time limits, linear patterns look slow on a busy machine. The remaining
 * limit is for a pattern that cannot be analysed.
 */
const limits = { timeout: 120_000, attackTimeout: null, incubationTimeout: null };
const isTest = (file: string) => /\.test\.tsx?$|^apps\/(?:e2e|\w+\/test|\w+\/bench)\//.test(file);

/** Files whose patterns never meet untrusted text, or are built from variables, with the reason. */
const justified: Readonly<Record<string, string>> = {
  'scripts/check-vocabulary.ts': 'runs on the files of this repository; its patterns come from a data file',
  'apps/admin/src/features/content/model/count-mismatches.ts':
    'built from titles of the content model; every repetition is bounded',
  'apps/admin/vite.config.ts': 'runs while the admin is built, on the paths of modules',
  'apps/site/src/text/keep-ranges.ts':
    'runs on pages that the site rendered: text has no angle bracket, elements are closed',
};

/** Files by pattern and flags. */
const places = new Map<string, Set<string>>();
const mistakes: string[] = [];

for (const file of listFiles()) {
  if (!/\.(?:ts|tsx|mjs|js|astro)$/.test(file) || isTest(file) || Object.hasOwn(justified, file)) continue;
  const source = readText(file);
  collectPatterns(file, file.endsWith('.astro') ? (await transform(source, {})).code : source);
}
// One after the other, so that the time limit applies to a single pattern.
for (const [key, files] of places) {
  const [pattern = '', flags = ''] = JSON.parse(key) as string[];
  const result = await check(pattern, flags, limits);
  if (result.status === 'safe') continue;
  const reason =
    result.status === 'vulnerable'
      ? `is slow on ${result.attack.pattern} (${result.complexity.summary})`
      : `could not be analysed (${result.error.kind})`;
  mistakes.push(`${[...files].join(', ')}: /${pattern}/${flags} ${reason}.`);
}
report(mistakes);
// The analyser keeps a child process running.
process.exit();

function collectPatterns(file: string, code: string): void {
  const { program, errors } = parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const add = (pattern: string, flags: string): void => {
    const key = JSON.stringify([pattern, flags]);
    places.set(key, (places.get(key) ?? new Set()).add(file));
  };
  const addBuilt = ({ callee, arguments: [pattern, flags] }: CallExpression | NewExpression): void => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    if (pattern?.type === 'Literal' && typeof pattern.value === 'string')
      add(pattern.value, flags?.type === 'Literal' ? String(flags.value) : '');
    else
      mistakes.push(
        `${file}: a regular expression is built from variables, so it cannot be analysed. Write it as a literal.`,
      );
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.regex.pattern, node.regex.flags);
    },
    CallExpression: addBuilt,
    NewExpression: addBuilt,
  }).visit(program);
}
