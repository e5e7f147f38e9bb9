import { isRichText, type RichText } from '@threadline/schema/rich-text/rich-text';
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
    if (block.type === 'heading' && getPlainText(block).trim() === '')
      return { pointer, message: 'A heading is empty. Visitors do not see it.' };
    if (block.type !== 'table') return [];
    const rows = block.content ?? [];
    const empty = rows.filter(isEmptyRow).length;
    if (empty === 0) return [];
    if (empty === rows.length) return { pointer, message: 'A table is empty. Visitors do not see it.' };
    const [subject, ending] = empty === 1 ? ['is', 'it'] : ['are', 'them'];
    return {
      pointer,
      message: `${formatCount(empty, 'row')} of a table ${subject} empty. Visitors do not see ${ending}.`,
    };
  });
}
