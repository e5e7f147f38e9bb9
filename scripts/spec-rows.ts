const row = /^\| (\d+) \| (.*) \|$/gm;
const citation = /`([^`\s]+\.test\.tsx?)` “([^“”]+)”/g;
const state = /^(?:done|deviates, \[ruling (\d+)\]\(decisions\/[\w-]+\.md\)|open: .+)$/;

interface Sources {
  /** docs/spec-coverage.md */
  coverage: string;
  /** The document with a table row for each ruling. */
  rulings: string;
  tests: readonly { file: string; text: string }[];
}

/**
 * Returns one sentence for each invalid row of docs/spec-coverage.md: a wrong number, an unknown state, no cited test,
 * a cited test that does not exist, or a ruling that does not exist. Also one for each ruling without a row.
 */
export function findSpecMistakes({ coverage, rulings, tests }: Sources): string[] {
  const texts = new Map(tests.map(({ file, text }) => [file, withoutValues(text.replace(/\\(['"`])/g, '$1'))]));
  const known = new Set([...rulings.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => number));
  const cited = new Set<string>();
  const mistakes = [...coverage.matchAll(row)].flatMap(([, number, rest = ''], index) => {
    const cells = rest.split(' | ');
    const [, , shownBy = '', status = ''] = cells;
    const ruling = state.exec(status)?.[1];
    if (ruling) cited.add(ruling);
    const found = [
      ...(Number(number) === index + 1 ? [] : [`has the number ${number} instead of ${index + 1}`]),
      ...(cells.length === 4 ? [] : [`has ${cells.length} cells after its number instead of 4`]),
      ...(state.test(status) ? [] : [`has the unknown state "${status}"`]),
      ...(ruling && !known.has(ruling) ? [`cites ruling ${ruling}, which does not exist`] : []),
      ...findCitationMistakes(shownBy, texts),
    ];
    return found.map((mistake) => `docs/spec-coverage.md: row ${number} ${mistake}.`);
  });
  const unused = [...known].filter((number) => number && !cited.has(number));
  return [...mistakes, ...unused.map((number) => `No row of docs/spec-coverage.md cites ruling ${number}.`)];
}

function findCitationMistakes(shownBy: string, texts: ReadonlyMap<string, string>): string[] {
  const cited = [...shownBy.matchAll(citation)];
  if (cited.length === 0) return ['cites no test'];
  return cited.flatMap(([, file = '', name = '']) => {
    const text = texts.get(file);
    if (text === undefined) return [`cites ${file}, which is no test file`];
    const title = withoutValues(name);
    const isThere = [`'${title}'`, `"${title}"`, `\`${title}\``].some((literal) => text.includes(literal));
    return isThere ? [] : [`cites a test of ${file} that is not there: ${name}`];
  });
}

/** Replaces the values of a parametrised title, `%s` or `${name}`, by a placeholder. */
function withoutValues(text: string): string {
  return text.replaceAll(/%[sdioj]|\$\{[^{}]*\}/g, '…');
}
