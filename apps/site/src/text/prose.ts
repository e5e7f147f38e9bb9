import { stripTags } from '@threadline/schema/content/preview-tags';

export type ProseBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; lines: string[] }
  | { kind: 'table'; rows: string[][] };

const bullet = /^\s*- /;
const row = /^\s*\|/;

/** Parses a long text: a blank line starts a new paragraph, lines beginning with "- " or "|" become a list or a table. */
export function parseProse(text: string): ProseBlock[] {
  return text.split(/\n\s*\n/).flatMap(parseChunk);
}

function parseChunk(chunk: string): ProseBlock[] {
  const blocks: ProseBlock[] = [];
  for (const line of chunk.split('\n')) {
    if (line.trim() === '') continue;
    const next = parseLine(line);
    const last = blocks.at(-1);
    if (next.kind === 'list' && last?.kind === 'list') last.lines.push(...next.lines);
    else if (next.kind === 'table' && last?.kind === 'table') last.rows.push(...next.rows);
    else if (next.kind === 'paragraph' && last?.kind === 'paragraph') last.text += ` ${next.text}`;
    else blocks.push(next);
  }
  return blocks;
}

function parseLine(line: string): ProseBlock {
  if (bullet.test(line)) return { kind: 'list', lines: [line.replace(bullet, '').trim()] };
  if (row.test(line)) return { kind: 'table', rows: [parseCells(line)] };
  return { kind: 'paragraph', text: line.trim() };
}

/** In a preview the tag of the field is at the end of the line; it belongs to the last cell. */
function parseCells(line: string): string[] {
  const tagged = line.trim();
  const plain = stripTags(tagged);
  const tag = tagged.slice(plain.length);
  const cells = plain.replace(row, '').replace(/\|$/, '').split('|');
  return cells.map((cell, index) => cell.trim() + (index === cells.length - 1 ? tag : ''));
}

/** For text and attributes of XML and HTML alike. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
