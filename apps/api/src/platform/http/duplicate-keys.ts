/**
 * Tells whether an object of this valid JSON names a key twice. `JSON.parse` takes the last one; whoever checked the first
 * (a proxy, a colleague who reads the log) has seen something else.
 */
export function repeatedKey(json: string): boolean {
  // One set of keys per object that is open; lists have none.
  const open: (Set<string> | undefined)[] = [];
  const quoteOrBracket = /["{}[\]]/g;
  for (let found = quoteOrBracket.exec(json); found; found = quoteOrBracket.exec(json)) {
    const [token] = found;
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token !== '"') open.pop();
    else {
      const end = endOfString(json, found.index + 1);
      quoteOrBracket.lastIndex = end;
      if (!isColonNext(json, end)) continue;
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
 * Returns the place after the closing quote. Not by one pattern for the whole string: for each escape it would remember a
 * way back, until there is no room for more.
 */
function endOfString(json: string, start: number): number {
  const quote = json.indexOf('"', start);
  // Most strings have no escape: these two searches are much faster than a loop.
  if (quote !== -1 && !json.slice(start, quote).includes('\\')) return quote + 1;
  for (let place = start; place < json.length; place += 1) {
    const code = json.charCodeAt(place);
    if (code === quoteCode) return place + 1;
    if (code === backslashCode) place += 1;
  }
  return json.length;
}

function isColonNext(json: string, place: number): boolean {
  const inked = /[^ \t\n\r]/g;
  inked.lastIndex = place;
  return inked.exec(json)?.[0] === ':';
}
