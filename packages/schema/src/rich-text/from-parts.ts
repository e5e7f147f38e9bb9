import type { BlockNode, RichText, TextNode } from './rich-text.ts';

/** The format of long texts before 0.2.0: parts with a heading, and a text whose lines are marked. */
export interface Part {
  heading?: string;
  anchor?: string;
  text: string;
  /** The text of a link to the page where people view, correct and delete their data. */
  ownDetails?: string;
  figure?: { src: string; alt: string; decorative: boolean; caption: string };
}

const bullet = /^\s*- /;
const row = /^\s*\|/;
const ownDetailsPage = '/api/my-data';

/** Returns the formatted text with the same words and anchors. */
export function fromParts(parts: readonly Part[]): RichText {
  return { type: 'doc', content: parts.flatMap(convertPart) };
}

function convertPart({ heading = '', anchor = '', text, ownDetails = '', figure }: Part): BlockNode[] {
  const title: BlockNode[] =
    heading + anchor === '' ? [] : [{ type: 'heading', attrs: { level: 2, anchor }, ...toContent(heading) }];
  const link: BlockNode[] = ownDetails === '' ? [] : [createParagraph([createLink(ownDetails, ownDetailsPage)])];
  const image: BlockNode[] = figure?.src ? [{ type: 'image', attrs: { ...figure, width: 'text' } }] : [];
  return [...title, ...text.split(/\n\s*\n/).flatMap(convertChunk), ...link, ...image];
}

/** A chunk of lines between blank lines: its marked lines are lists and tables. */
function convertChunk(chunk: string): BlockNode[] {
  const lines = chunk.split('\n').filter((line) => line.trim() !== '');
  const runs: { kind: 'item' | 'row' | 'text'; lines: string[] }[] = [];
  for (const line of lines) {
    const kind = bullet.test(line) ? 'item' : row.test(line) ? 'row' : 'text';
    const last = runs.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else runs.push({ kind, lines: [line] });
  }
  return runs.map(({ kind, lines: own }): BlockNode => {
    if (kind === 'text') return createParagraph(toText(own.map((line) => line.trim()).join(' ')));
    if (kind === 'row') return { type: 'table', attrs: { caption: '' }, content: own.map(createRow) };
    const items = own.map((line) => toText(line.replace(bullet, '').trim()));
    return {
      type: 'bulletList',
      content: items.map((text) => ({ type: 'listItem', content: [createParagraph(text)] })),
    };
  });
}

function createRow(line: string): BlockNode {
  const cells = line.trim().replace(row, '').replace(/\|$/, '').split('|');
  const content = cells.map(
    (cell): BlockNode => ({ type: 'tableCell', content: [createParagraph(toText(cell.trim()))] }),
  );
  return { type: 'tableRow', content };
}

const createParagraph = (content: TextNode[]): BlockNode => ({
  type: 'paragraph',
  ...(content.length > 0 && { content }),
});

const toText = (text: string): TextNode[] => (text === '' ? [] : [{ type: 'text', text }]);

const toContent = (text: string) => (text === '' ? {} : { content: toText(text) });

const createLink = (text: string, href: string): TextNode => ({
  type: 'text',
  marks: [{ type: 'link', attrs: { href } }],
  text,
});
