import { type BlockNode, listTextNodes, type RichText, type RichTextNode, type TextNode } from './rich-text.ts';

const readingSpeedPerMinute = 220;

export function getWordCount(text: RichText): number {
  const words = text.content.flatMap((block) => getPlainText(block).split(/\s+/));
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Returns how long the text takes to read, in whole minutes, at least one. */
export function getReadingMinutes(text: RichText): number {
  return Math.max(1, Math.round(getWordCount(text) / readingSpeedPerMinute));
}

/** Returns the text of a node without its formats. */
export function getPlainText(node: RichText | RichTextNode): string {
  if (node.type === 'text') return node.text;
  const isLine = (node.content ?? []).every(({ type }) => type === 'text');
  return (node.content ?? []).map(getPlainText).join(isLine ? '' : '\n');
}

/** Returns a formatted text as Markdown, in which two texts are compared and searched. */
export function toMarkdown(text: RichText): string {
  return text.content.map(formatBlock).join('\n\n');
}

/** Returns a block as Markdown. Kinds that Markdown does not have begin with their name. */
export function formatBlock(block: BlockNode): string {
  const { type } = block;
  if (type === 'heading') return `${'#'.repeat(block.attrs.level)} ${formatLine(block)}`;
  if (type === 'bulletList') return formatItems(block, () => '- ');
  if (type === 'orderedList') return formatItems(block, (index) => `${block.attrs.start + index}. `);
  if (type === 'quote') return prefix(`${formatParts(block)}${block.attrs.by && `\n\n– ${block.attrs.by}`}`, '> ');
  if (type === 'callout') return prefix(`${block.attrs.tone}: ${formatParts(block)}`, '> ');
  if (type === 'image')
    return `![${block.attrs.alt}](${block.attrs.src})${block.attrs.caption && `\n${block.attrs.caption}`}`;
  if (type === 'video') return `Video: [${block.attrs.title}](${block.attrs.href})\n![](${block.attrs.poster})`;
  if (type === 'figure')
    return `${block.attrs.value}: ${block.attrs.label}${block.attrs.source && ` (${block.attrs.source})`}`;
  if (type === 'table') return [block.attrs.caption, formatRows(block)].filter(Boolean).join('\n');
  return formatLine(block);
}

const listBlocks = ({ content = [] }: BlockNode) => content.filter((part): part is BlockNode => part.type !== 'text');

const formatParts = (node: BlockNode, separator = '\n\n') => listBlocks(node).map(formatBlock).join(separator);

const formatItems = (list: BlockNode, getMark: (index: number) => string) =>
  listBlocks(list)
    .map((item, index) => getMark(index) + formatParts(item, '\n').replaceAll('\n', '\n  '))
    .join('\n');

const formatRows = (table: BlockNode) =>
  listBlocks(table)
    .map(
      (row) =>
        `| ${listBlocks(row)
          .map((cell) => formatParts(cell, ' '))
          .join(' | ')} |`,
    )
    .join('\n');

const prefix = (text: string, mark: string) => text.replaceAll(/^/gm, mark);

const formatLine = (node: BlockNode) => [...listTextNodes(node)].map(formatRun).join('');

function formatRun({ text, marks = [] }: TextNode): string {
  return marks.reduce((formatted, mark) => {
    if (mark.type === 'bold') return `**${formatted}**`;
    return mark.type === 'italic' ? `*${formatted}*` : `[${formatted}](${mark.attrs.href})`;
  }, text);
}
