import type { BlockNode, RichText, RichTextNode, TextNode } from '@threadline/schema/rich-text/rich-text';
import { isEmptyRow, listTableRows } from '@threadline/schema/rich-text/table-rows';
import { escapeMarkup } from './prose.ts';

/** Runs of text that are one link, or none. */
export interface LinkedRuns {
  href: string | undefined;
  runs: TextNode[];
}

/** Returns the runs of a line. Neighbours with the same link are one link. Runs that lost their text are left out. */
export function listLinkedRuns(content: readonly RichTextNode[] = []): LinkedRuns[] {
  const linked: LinkedRuns[] = [];
  for (const run of content) {
    if (run.type !== 'text' || run.text === '') continue;
    const link = run.marks?.find((mark) => mark.type === 'link');
    const last = linked.at(-1);
    if (last && last.href === link?.attrs.href) last.runs.push(run);
    else linked.push({ href: link?.attrs.href, runs: [run] });
  }
  return linked;
}

export const hasMark = ({ marks = [] }: TextNode, type: 'bold' | 'italic') => marks.some((mark) => mark.type === type);

/** Returns the blocks of a node that show something: a placeholder that was left out can leave a line empty. */
export function listShownBlocks(content: readonly RichTextNode[] = []): BlockNode[] {
  return content.filter((node): node is BlockNode => node.type !== 'text' && isShown(node));
}

function isShown(block: BlockNode): boolean {
  const { type, content = [] } = block;
  if (type === 'image' || type === 'video' || type === 'figure' || type === 'tableCell') return true;
  if (type === 'tableRow') return !isEmptyRow(block);
  return content.some((part) => (part.type === 'text' ? part.text !== '' : isShown(part)));
}

/** Returns the text of a line. */
export function getLineText(content: readonly RichTextNode[]): string {
  return content.map((run) => (run.type === 'text' ? run.text : '')).join('');
}

/** Changes every text of a document. */
export function mapTexts(document: RichText, change: (text: string) => string): RichText {
  const mapNode = <Node extends RichText | RichTextNode>(node: Node): Node => {
    if (node.type === 'text') return { ...node, text: change(node.text) };
    return { ...node, ...(node.content && { content: node.content.map(mapNode) }) };
  };
  return mapNode(document);
}

interface HtmlOptions {
  /** The address of uploaded images. */
  mediaUrl: string;
  /** The address of the site, for links within it. */
  siteUrl: string;
}

/**
 * Returns a document as plain HTML, for readers that take it without the site's components. Drawings are left out: they
 * need the colours of the page.
 */
export function toHtml({ content }: RichText, options: HtmlOptions): string {
  return renderBlocks(content, options);
}

const renderBlocks = (content: readonly RichTextNode[] | undefined, options: HtmlOptions) =>
  listShownBlocks(content)
    .map((block) => renderBlock(block, options))
    .join('');

const wrap = (tag: string, html: string) => `<${tag}>${html}</${tag}>`;
/** Blocks that contain others. A callout has no element of its own outside the site. */
const wrappers: Partial<Record<BlockNode['type'], string>> = {
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  callout: 'blockquote',
};

function renderBlock(block: BlockNode, options: HtmlOptions): string {
  switch (block.type) {
    case 'paragraph':
      return wrap('p', renderLine(block, options));
    case 'heading':
      return wrap(`h${block.attrs.level}`, renderLine(block, options));
    case 'image':
      return renderImage(block, options);
    case 'video':
      return renderVideo(block, options);
    case 'figure':
      return wrap('p', escapeMarkup(formatNumber(block)));
    case 'quote': {
      const by = block.attrs.by && wrap('p', escapeMarkup(block.attrs.by));
      return wrap('blockquote', renderBlocks(block.content, options) + by);
    }
    case 'table':
      return renderTable(block, options);
    default:
      return wrap(wrappers[block.type] ?? 'div', renderBlocks(block.content, options));
  }
}

function renderVideo({ attrs: { href, title } }: Extract<BlockNode, { type: 'video' }>, { mediaUrl }: HtmlOptions) {
  return `<p><a href="${escapeMarkup(new URL(href, mediaUrl).href)}">${escapeMarkup(title)}</a></p>`;
}

const formatNumber = ({ attrs: { value, label, source } }: Extract<BlockNode, { type: 'figure' }>) =>
  [`${value}: ${label}`, source].filter(Boolean).join('. ');

function renderTable(table: BlockNode, options: HtmlOptions): string {
  const renderCell = (tag: string, { content }: BlockNode) => {
    const lines = listShownBlocks(content).map((line) => renderLine(line, options));
    return wrap(tag, lines.join('<br/>'));
  };
  const renderRow = (tag: string, { content }: BlockNode) =>
    wrap(
      'tr',
      listShownBlocks(content)
        .map((cell) => renderCell(tag, cell))
        .join(''),
    );
  const { head, rows } = listTableRows(table);
  return wrap('table', [head ? renderRow('th', head) : '', ...rows.map((row) => renderRow('td', row))].join(''));
}

function renderLine({ content }: BlockNode, { siteUrl }: HtmlOptions): string {
  const renderRun = (run: TextNode) => {
    const bold = hasMark(run, 'bold') ? `<strong>${escapeMarkup(run.text)}</strong>` : escapeMarkup(run.text);
    return hasMark(run, 'italic') ? `<em>${bold}</em>` : bold;
  };
  return listLinkedRuns(content)
    .map(({ href, runs }) => {
      const text = runs.map(renderRun).join('');
      return href === undefined ? text : `<a href="${escapeMarkup(new URL(href, siteUrl).href)}">${text}</a>`;
    })
    .join('');
}

function renderImage({ attrs }: Extract<BlockNode, { type: 'image' }>, { mediaUrl }: HtmlOptions): string {
  const { src, alt, caption } = attrs;
  if (src.startsWith('/art/')) return '';
  const image = `<img src="${escapeMarkup(src.startsWith('/') ? mediaUrl + src : src)}" alt="${escapeMarkup(alt)}"/>`;
  return `<figure>${image}${caption && `<figcaption>${escapeMarkup(caption)}</figcaption>`}</figure>`;
}
