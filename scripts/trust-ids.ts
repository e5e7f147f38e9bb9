/** The ids of docs/trust-coverage.md at the end of a test name: `… [E8, R20]`. */
const namedIds = / \[([ZMAFXUCWDELR]\d{1,2}(?:, [ZMAFXUCWDELR]\d{1,2})*)\]['"`]/g;
const row = /^\| ([A-Z]\d[A-Z\d–, ]*) \| [^|\n]* \| ([^|\n]+) \|(.*)$/gm;
const citedFile = /`([^`\s]+\.test\.tsx?)`/g;

/**
 * Returns one sentence for each id that is called shown but is in no test's name, or in none of the files that its row
 * cites, and for each id in a test name that is not called shown.
 */
export function findTrustMistakes(coverage: string, tests: readonly { file: string; text: string }[]): string[] {
  const rows = new Map(
    [...coverage.matchAll(row)].flatMap(([, ids = '', state = '', shownBy = '']) => {
      const cited = [...shownBy.matchAll(citedFile)].map(([, file = '']) => file);
      return expand(ids).map((id) => [id, { state: state.trim(), cited }] as const);
    }),
  );
  const filesById = new Map<string, Set<string>>();
  for (const { file, text } of tests) {
    for (const [, ids = ''] of text.matchAll(namedIds)) {
      for (const id of ids.split(', ')) filesById.set(id, (filesById.get(id) ?? new Set()).add(file));
    }
  }
  const unshown = [...rows].flatMap(([id, { state, cited }]) => {
    const files = filesById.get(id);
    if (state !== 'shown') return [];
    if (!files) return [`docs/trust-coverage.md calls ${id} shown, but no test has it in its name.`];
    if (cited.length === 0 || cited.some((file) => files.has(file))) return [];
    return [
      `docs/trust-coverage.md cites for ${id} no file with a test of that name: it is in ${[...files].join(', ')}.`,
    ];
  });
  const unsaid = [...filesById].flatMap(([id, files]) => {
    const state = rows.get(id)?.state ?? 'nothing';
    if (['shown', 'part'].includes(state)) return [];
    return [`${[...files].join(', ')} has a test named ${id}, which docs/trust-coverage.md calls ${state}.`];
  });
  return [...unshown, ...unsaid];
}

/** `U3–U5, U9` expands to U3, U4, U5 and U9. */
function expand(ids: string): string[] {
  return ids.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–');
    const [from, to] = [first, last].map((id) => Number(id.slice(1))) as [number, number];
    return Array.from({ length: to - from + 1 }, (_, index) => `${first[0]}${from + index}`);
  });
}
