/**
 * Returns whether an object of this valid JSON names a key twice. `JSON.parse` takes the last one; a proxy or a reader of the log
 * may have checked the first.
 */
export function hasDuplicateKey(json: string): boolean {
  // One set of keys per open object; undefined for an open list.
  const open: (Set<string> | undefined)[] = [];
  const quoteOrBracket = /["{}[\]]/g;
  for (let found = quoteOrBracket.exec(json); found; found = quoteOrBracket.exec(json)) {
    const [token] = found;
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token !== '"') open.pop();
    else {
      const end = findStringEnd(json, found.index + 1);
      quoteOrBracket.lastIndex = end;
      if (!isFollowedByColon(json, end)) continue;
      const key: string = JSON.parse(json.slice(found.index, end));
      const keys = open.at(-1);
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
  }
  return false;
}

const quoteCode = '"'.charCodeAt(0);
const backslashCode = '\\'.charCodeAt(0);

/**
 * Returns the position after the closing quote. A single pattern for the whole string would backtrack at each escape until the
 * stack is full.
 */
function findStringEnd(json: string, start: number): number {
  const quote = json.indexOf('"', start);
  // Most strings have no escape: these two searches are much faster than a loop.
  if (quote !== -1 && !json.slice(start, quote).includes('\\')) return quote + 1;
  for (let index = start; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === quoteCode) return index + 1;
    if (code === backslashCode) index += 1;
  }
  return json.length;
}

function isFollowedByColon(json: string, index: number): boolean {
  const nonBlank = /[^ \t\n\r]/g;
  nonBlank.lastIndex = index;
  return nonBlank.exec(json)?.[0] === ':';
}
