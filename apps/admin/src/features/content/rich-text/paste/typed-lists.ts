/** The bullet or number that was typed before the text of a list entry. */
interface TypedMarker {
  tag: 'ul' | 'ol';
  /** The number of the entry, 1 for a bullet. */
  number: number;
  /** The characters before the text of the entry. */
  length: number;
  /** False for a sign that also begins ordinary lines, such as a dash. */
  isCertain: boolean;
}

// The last two are the bullets of Word's fonts Symbol and Wingdings.
const bullet = /^\s*[•·∙◦‣⁃▪▫■□●○\uf0b7\uf0a7]\s*/;
const sign = /^\s*[-–*+]\s+/;
const ordinal = /^\s*\(?(\d{1,3})[.)]\s+/;

/** Returns the marker at the start of a line, for lists that a program has written as text. */
export function readTypedMarker(line: string): TypedMarker | undefined {
  const numbered = ordinal.exec(line);
  if (numbered) {
    const [{ length }, number] = numbered;
    return { tag: 'ol', number: Number(number), length, isCertain: false };
  }
  const marked = bullet.exec(line) ?? sign.exec(line);
  if (!marked) return undefined;
  const { length } = marked[0];
  return length < line.trimEnd().length ? { tag: 'ul', number: 1, length, isCertain: bullet.test(line) } : undefined;
}

/** Creates a list whose numbers begin with that of its first entry. */
export function createList(document: Document, { tag, number }: Pick<TypedMarker, 'tag' | 'number'>): HTMLElement {
  const list = document.createElement(tag);
  if (tag === 'ol' && number > 1) list.setAttribute('start', String(number));
  return list;
}

/** Removes characters from the start of an element, also if they are in several elements inside it. */
export function removeStart(element: Element, length: number): void {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let rest = length;
  while (rest > 0 && texts.nextNode()) {
    const text = texts.currentNode.nodeValue ?? '';
    texts.currentNode.nodeValue = text.slice(rest);
    rest -= text.length;
  }
  for (const emptied of element.querySelectorAll(':scope > :is(strong, em):empty')) emptied.remove();
}

const innerBlocks = 'p, ul, ol, table, blockquote, h2, h3, figure, [data-block], div';
const lines = (body: HTMLElement) =>
  [...body.querySelectorAll('p, div')].filter(
    (line) => !line.querySelector(innerBlocks) && !line.closest('li, table, [data-block]'),
  );

interface TypedEntry {
  line: Element;
  marker: TypedMarker;
}

/**
 * Turns paragraphs that begin with a bullet or a number into lists. A single paragraph with a number or a dash stays as it
 * is: it may be the number of a chapter, or speech.
 */
export function convertTypedLists(body: HTMLElement): void {
  for (const run of findRuns(lines(body))) {
    const [first] = run;
    if (!first || (run.length === 1 && !first.marker.isCertain)) continue;
    const list = createList(body.ownerDocument, first.marker);
    first.line.before(list);
    for (const { line, marker } of run) {
      removeStart(line, marker.length);
      const entry = body.ownerDocument.createElement('li');
      const paragraph = body.ownerDocument.createElement('p');
      paragraph.append(...line.childNodes);
      line.remove();
      entry.append(paragraph);
      list.append(entry);
    }
  }
}

/** Returns the entries of each list: neighbours of one kind, whose numbers follow each other. */
function findRuns(candidates: Element[]): TypedEntry[][] {
  const runs: TypedEntry[][] = [];
  for (const line of candidates) {
    const marker = readTypedMarker(line.textContent ?? '');
    if (!marker) continue;
    const open = runs.at(-1);
    const last = open?.at(-1);
    const isNext =
      last?.line.nextElementSibling === line &&
      last.marker.tag === marker.tag &&
      (marker.tag === 'ul' || last.marker.number + 1 === marker.number);
    if (open && isNext) open.push({ line, marker });
    else runs.push([{ line, marker }]);
  }
  return runs;
}
