/** A test file of the repository. */
export interface TestFile {
  file: string;
  text: string;
}

const citation = /`([^`\s]+\.test\.tsx?)` “([^“”]+)”/g;
const state = /^(?:done|deviates, \[ruling (\d+)\]\(decisions\/[\w-]+\.md\)|open: .+)$/;

/**
 * Returns one sentence for each row of docs/spec-coverage.md with an unknown state, without a cited test, or with a test or
 * ruling that does not exist.
 *
 * @param rulings the document with a table row for each ruling
 */
export function findSpecMistakes(coverage: string, rulings: string, tests: readonly TestFile[]): string[] {
  const texts = new Map(tests.map(({ file, text }) => [file, withoutValues(text.replace(/\\(['"`])/g, '$1'))]));
  return [...coverage.matchAll(/^\| (\d+) \| (.*) \|$/gm)].flatMap(([, number, cells = '']) => {
    const [, , shownBy = '', status = ''] = cells.split(' | ');
    const [, ruling] = state.exec(status) ?? [];
    const cited = [...shownBy.matchAll(citation)];
    const isMissing = ([, file = '', name = '']: string[]) =>
      !["'", '"', '`'].some((quote) => texts.get(file)?.includes(quote + withoutValues(name) + quote));
    const found = [
      ...(state.test(status) ? [] : [`has the unknown state "${status}"`]),
      ...(!ruling || rulings.includes(`\n| ${ruling} |`) ? [] : [`cites ruling ${ruling}, which does not exist`]),
      ...(cited.length > 0 ? [] : ['cites no test']),
      ...cited.filter(isMissing).map(([, file, name]) => `cites a test of ${file} that does not exist: ${name}`),
    ];
    return found.map((mistake) => `docs/spec-coverage.md: row ${number} ${mistake}.`);
  });
}

/** Replaces the values of a parametrised title, `%s` or `${name}`, by a placeholder. */
function withoutValues(text: string): string {
  return text.replaceAll(/%[sdioj]|\$\{[^{}]*\}/g, '…');
}

/** The ids of docs/trust-coverage.md at the end of a test name: `… [E8, R20]`. */
const namedIds = / \[([A-Z]\d{1,2}(?:, [A-Z]\d{1,2})*)\]['"`]/g;

/**
 * Returns one sentence for each id that docs/trust-coverage.md calls shown although no test has it in its name, and for each
 * id in a test name that the document does not call shown.
 */
export function findTrustMistakes(coverage: string, tests: readonly TestFile[]): string[] {
  const rows = coverage.matchAll(/^\| ([A-Z]\d[A-Z\d–, ]*) \| [^|\n]* \| ([^|\n]+) \|/gm);
  const states = new Map([...rows].flatMap(([, ids = '', state = '']) => expand(ids).map((id) => [id, state.trim()])));
  const named = new Map(
    tests.flatMap(({ file, text }) =>
      [...text.matchAll(namedIds)].flatMap(([, ids = '']) => ids.split(', ').map((id) => [id, file] as const)),
    ),
  );
  const isShown = (id: string) => ['shown', 'part'].includes(states.get(id) ?? '');
  return [
    ...[...states]
      .filter(([id, state]) => state === 'shown' && !named.has(id))
      .map(([id]) => `docs/trust-coverage.md calls ${id} shown, but no test has it in its name.`),
    ...[...named]
      .filter(([id]) => !isShown(id))
      .map(([id, file]) => `${file} has a test named ${id}, which docs/trust-coverage.md does not call shown.`),
  ];
}

/** `U3–U5, U9` expands to U3, U4, U5 and U9. */
function expand(ids: string): string[] {
  return ids.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–');
    const [from, to] = [first, last].map((id) => Number(id.slice(1))) as [number, number];
    return Array.from({ length: to - from + 1 }, (_, index) => `${first[0]}${from + index}`);
  });
}
