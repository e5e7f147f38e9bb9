const maxSuggestions = 3;

/**
 * Returns the addresses that the author of `href` most likely meant, the nearest first, at most three. An address
 * counts as near when at most a third of its letters differ, or when it is the page on which the section is missing.
 */
export function nearestTargets(href: string, targets: readonly string[]): string[] {
  const wanted = lettersOf(href);
  const maxDistance = Math.ceil(wanted.length / 3);
  const page = /^(\/[^#]*)#/.exec(href)?.[1];
  return targets
    .flatMap((target) => {
      const letters = lettersOf(target);
      // Cheap, and enough to rule out nearly all of them.
      const isNear = Math.abs(letters.length - wanted.length) <= maxDistance;
      const distance = isNear ? countEdits(wanted, letters) : Number.POSITIVE_INFINITY;
      if (distance <= maxDistance) return { target, distance };
      return target === page ? { target, distance: maxDistance + 1 } : [];
    })
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, maxSuggestions)
    .map(({ target }) => target);
}

/** `#careers` and `/Careers` are spelled alike. */
function lettersOf(href: string): string {
  return href
    .toLowerCase()
    .replace(/^[#/]+/, '')
    .replace(/\/$/, '');
}

/** The Levenshtein distance: how many letters have to be added, removed or replaced. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
