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

/**
 * Not by one pattern for the whole string: for each escape it would remember a way back, until there is no room for more.
 *
 * @returns the place after the closing quote
 */
function endOfString(json: string, start: number): number {
  let quote = json.indexOf('"', start);
  while (isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote === -1 ? json.length : quote + 1;
}

function isEscaped(json: string, place: number): boolean {
  let first = place;
  while (json[first - 1] === '\\') first--;
  return (place - first) % 2 === 1;
}

function isColonNext(json: string, place: number): boolean {
  const inked = /[^ \t\n\r]/g;
  inked.lastIndex = place;
  return inked.exec(json)?.[0] === ':';
}
