/** The attribute that holds the style of an element as text. */
export const styleText = 'data-style';

/** Larger pastes are refused: the browser would not respond for seconds. */
export const maxPasteLength = 2_000_000;

const removedWithContent = new Set([
  'script',
  'style',
  'xml',
  'svg',
  'math',
  'iframe',
  'object',
  'template',
  'noscript',
  'head',
  'title',
]);
const removedTags = new Set([...removedWithContent, 'embed', 'base', 'meta', 'link']);
const files = new Set(['src', 'srcset']);

/**
 * Prepares pasted HTML for parsing under the policy of the admin. It renames `style`, and removes event handlers, scripts,
 * style sheets and addresses of files: parsing them would be reported as violations, although nothing runs. It reads the
 * source once, because a paste may be megabytes long.
 */
export function sanitizeSource(html: string): string {
  const lower = html.toLowerCase();
  const findContentEnd = createContentFinder(lower);
  const output: string[] = [];
  let at = 0;
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', at)) {
    output.push(html.slice(at, start));
    const { end, name, isClosing } = readTag(lower, start);
    const isRemoved = name === '' || removedTags.has(name);
    if (!isRemoved) output.push(isClosing ? `</${name}>` : cleanTag(html.slice(start, end), name));
    at = isClosing ? end : findContentEnd(name, end);
  }
  output.push(html.slice(at));
  return output.join('');
}

/** Returns a function that finds the end of an element's content, for elements that are removed with their content. */
function createContentFinder(lower: string): (name: string, from: number) => number {
  // To search the whole source once for each unclosed tag would take minutes.
  const unclosed = new Set<string>();
  return (name, from) => {
    if (!removedWithContent.has(name) || unclosed.has(name)) return from;
    const closing = lower.indexOf(`</${name}`, from);
    if (closing === -1) unclosed.add(name);
    return closing === -1 ? from : closing;
  };
}

const isNameCharacter = (character: string | undefined) => character !== undefined && /[^\s/>=]/.test(character);

/** Returns the end of a tag, and its name. Comments and declarations have none. */
function readTag(lower: string, start: number): { end: number; name: string; isClosing: boolean } {
  const after = (position: number, length: number) => (position === -1 ? lower.length : position + length);
  if (lower.startsWith('<!--', start))
    return { end: after(lower.indexOf('-->', start + 4), 3), name: '', isClosing: false };
  const isClosing = lower[start + 1] === '/';
  let end = start + (isClosing ? 2 : 1);
  const nameStart = end;
  if (!/[a-z!?]/.test(lower[end] ?? '')) return { end: start + 1, name: '', isClosing };
  while (isNameCharacter(lower[end])) end += 1;
  const name = lower.slice(nameStart, end);
  const closing = /^[!?]/.test(name) ? lower.indexOf('>', end) : findTagEnd(lower, end);
  return { end: after(closing, 1), name: /^[!?]/.test(name) ? '' : name, isClosing };
}

/** Returns the position of the `>` that ends a tag, which is not inside a quoted value; -1 without one. */
function findTagEnd(source: string, from: number): number {
  let quote = '';
  for (let at = from; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') return at;
    else if ((character === '"' || character === "'") && source[at - 1] === '=') quote = character;
  }
  return -1;
}

/** Returns a tag without handlers and files, and with its style as text. */
function cleanTag(tag: string, name: string): string {
  const attributes = listAttributes(tag, name.length + 1).flatMap(([attribute, value]) => {
    const lower = attribute.toLowerCase();
    if (lower.startsWith('on') || files.has(lower)) return [];
    return ` ${lower === 'style' ? styleText : lower}${value}`;
  });
  return `<${name}${attributes.join('')}>`;
}

/** Returns names and values, with their quotes and the sign before them, of the attributes in a tag. */
function listAttributes(tag: string, from: number): [name: string, value: string][] {
  const found: [string, string][] = [];
  let at = from;
  while (at < tag.length) {
    if (!isNameCharacter(tag[at])) {
      at += 1;
      continue;
    }
    const nameStart = at;
    while (isNameCharacter(tag[at])) at += 1;
    const name = tag.slice(nameStart, at);
    const valueEnd = findValueEnd(tag, at);
    found.push([name, tag.slice(at, valueEnd)]);
    at = valueEnd;
  }
  return found;
}

function findValueEnd(tag: string, from: number): number {
  if (tag[from] !== '=') return from;
  const quote = tag[from + 1];
  if (quote === '"' || quote === "'") {
    const closing = tag.indexOf(quote, from + 2);
    return closing === -1 ? tag.length - 1 : closing + 1;
  }
  let end = from + 1;
  while (end < tag.length - 1 && !/\s/.test(tag.charAt(end))) end += 1;
  return end;
}

/** Removes embedded files, which can make the HTML of a short text huge. */
export function removeEmbeddedFiles(html: string): string {
  return html.replace(/\ssrc\s*=\s*(["'])data:[^"']*\1/gi, '');
}
