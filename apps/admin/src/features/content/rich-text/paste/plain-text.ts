import { removeHidden } from '../../../../format/one-line.ts';
import { createList, readTypedMarker } from './typed-lists.ts';

/** A piece of a line of plain text. */
interface Run {
  text: string;
  mark?: 'strong' | 'em' | 'a';
}

/** WhatsApp's bold and italic, and web addresses. */
const inline =
  /(?<![\p{L}\p{N}*_])(?:\*(?!\s)([^*\n]+?)(?<!\s)\*|_(?!\s)([^_\n]+?)(?<!\s)_)(?![\p{L}\p{N}*_])|https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/gu;

/** Returns plain text as elements: lists from lines with bullets or numbers, and a paragraph for each other line. */
export function parsePlainText(text: string, document: Document): HTMLElement {
  const body = document.createElement('div');
  for (const line of removeHidden(text).split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const marker = readTypedMarker(line);
    const paragraph = document.createElement('p');
    const content = marker ? line.slice(marker.length).trimEnd() : line.trim();
    paragraph.append(...splitRuns(content).map((run) => toNode(run, document)));
    if (!marker) {
      body.append(paragraph);
      continue;
    }
    const { lastElementChild: last } = body;
    const open = last?.localName === marker.tag ? last : createList(document, marker);
    const entry = document.createElement('li');
    entry.append(paragraph);
    open.append(entry);
    body.append(open);
  }
  return body;
}

function splitRuns(line: string): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const match of line.matchAll(inline)) {
    const [all, bold, italic] = match;
    if (match.index > end) runs.push({ text: line.slice(end, match.index) });
    runs.push(bold ? { text: bold, mark: 'strong' } : italic ? { text: italic, mark: 'em' } : { text: all, mark: 'a' });
    end = match.index + all.length;
  }
  if (end < line.length) runs.push({ text: line.slice(end) });
  return runs;
}

function toNode({ text, mark }: Run, document: Document): Node {
  if (!mark) return document.createTextNode(text);
  const element = document.createElement(mark);
  element.textContent = text;
  if (mark === 'a') element.setAttribute('href', text);
  return element;
}
