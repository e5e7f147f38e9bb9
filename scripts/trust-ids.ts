/** The ids of docs/trust-coverage.md, as they stand at the beginning of the names of tests. */
const family = '[ZMAFXUCWDELR]';
const namedIds = new RegExp(`\\(\\s*['"\`]((?:${family}\\d{1,2} )+)`, 'g');
const row = /^\| ((?:[A-Z]\d+(?:–[A-Z]\d+)?(?:, )?)+) \| (?:[^|]*) \| ([^|]+) \|/gm;

/** @returns one sentence for each id that is called shown and stands in no test's name, or stands there without being shown */
export function trustMistakes(coverage: string, tests: readonly { file: string; text: string }[]): string[] {
  const stateOf = new Map(
    [...coverage.matchAll(row)].flatMap(([, ids = '', state = '']) => expand(ids).map((id) => [id, state.trim()])),
  );
  const named = new Map(
    tests.flatMap(({ file, text }) =>
      [...text.matchAll(namedIds)].flatMap(([, ids = '']) =>
        ids
          .trim()
          .split(' ')
          .map((id) => [id, file] as const),
      ),
    ),
  );
  return [
    ...[...stateOf]
      .filter(([id, state]) => state === 'shown' && id !== undefined && !named.has(id))
      .map(([id]) => `docs/trust-coverage.md calls ${id} shown, but no test has it in its name.`),
    ...[...named]
      .filter(([id]) => !['shown', 'part'].includes(stateOf.get(id) ?? ''))
      .map(
        ([id, file]) =>
          `${file} has a test named ${id}, which docs/trust-coverage.md calls ${stateOf.get(id) ?? 'nothing'}.`,
      ),
  ];
}

/** `U3–U5, U9` names U3, U4, U5 and U9. */
function expand(ids: string): string[] {
  return ids.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–');
    const [from, to] = [first, last].map((id) => Number(id.slice(1))) as [number, number];
    return Array.from({ length: to - from + 1 }, (_, index) => `${first[0]}${from + index}`);
  });
}
