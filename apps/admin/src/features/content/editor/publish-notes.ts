import { isPlaceholder } from '@threadline/schema/content/placeholders';
import { type BlockNode, isRichText, listTextNodes, type RichText } from '@threadline/schema/rich-text/rich-text';
import { isEmptyRow } from '@threadline/schema/rich-text/table-rows';
import { getPlainText } from '@threadline/schema/rich-text/to-text';
import { formatCount } from '../../../format/numbers.ts';

/** Something in a text that its author may have overlooked. */
export interface PublishNote {
  /** The place of the block. */
  pointer: string;
  message: string;
}

/** Returns the parts of the formatted texts of an entry that the site leaves out. */
export function findPublishNotes(value: unknown): PublishNote[] {
  return Object.entries(Object(value)).flatMap(([name, part]) =>
    isRichText(part) ? findNotes(part).map((note) => ({ ...note, pointer: `/${name}${note.pointer}` })) : [],
  );
}

function findNotes({ content }: RichText): PublishNote[] {
  return content.flatMap((block, index) => {
    const pointer = `/content/${index}`;
    const messages = [describeEmptyParts(block), describeExampleLink(block)];
    return messages.flatMap((message) => (message ? { pointer, message } : []));
  });
}

function describeEmptyParts(block: BlockNode): string | undefined {
  if (block.type === 'heading' && getPlainText(block).trim() === '')
    return 'A heading is empty. Visitors do not see that heading.';
  if (block.type !== 'table') return undefined;
  const rows = block.content ?? [];
  const empty = rows.filter(isEmptyRow).length;
  if (empty === 0) return undefined;
  if (empty === rows.length) return 'A table is empty. Visitors do not see that table.';
  const [verb, hidden] = empty === 1 ? ['is', 'that row'] : ['are', 'those rows'];
  return `${formatCount(empty, 'row')} of a table ${verb} empty. Visitors do not see ${hidden}.`;
}

/** The site hides an address that counts as a placeholder. */
function describeExampleLink(block: BlockNode): string | undefined {
  const addresses = [...listTextNodes(block)].flatMap(({ marks = [] }) =>
    marks.flatMap((mark) => (mark.type === 'link' ? mark.attrs.href : [])),
  );
  const example = addresses.find((href) => isPlaceholder(href, { input: 'link' }));
  return example && `A link leads to an example address (${example}). Visitors see only its text.`;
}
