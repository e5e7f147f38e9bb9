/**
 * Whether a version such as "26.10.0" lies in a range such as "^22.22.2 || >=26.0.0".
 * Knows `^` and `>=` with full versions from 1.0.0 on, which is all that package.json uses here.
 * @param {string} version
 * @param {string} range
 */
export function satisfies(version, range) {
  const actual = parse(version);
  if (!actual) return false;
  return range.split('||').some((part) => {
    const [, operator, text] = /^(\^|>=)(.+)$/.exec(part.trim()) ?? [];
    const wanted = parse(text ?? '');
    if (!wanted) return false;
    return isAtLeast(actual, wanted) && (operator === '>=' || actual[0] === wanted[0]);
  });
}

function parse(version) {
  const match = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(version);
  return match?.slice(1).map(Number);
}

function isAtLeast(actual, wanted) {
  const place = actual.findIndex((number, index) => number !== wanted[index]);
  return place === -1 || actual[place] > wanted[place];
}
