import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';

/**
 * Returns a plugin that leaves a link name to the first of its headings when a heading is split, pasted or duplicated. A
 * name that an editor types stays, with an error: only the editor knows which heading it is for.
 */
export function createAnchorPlugin() {
  return new Plugin({
    appendTransaction(transactions, before, { doc, tr }) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null;
      if (countHeadings(doc) <= countHeadings(before.doc)) return null;
      const names = new Set<string>();
      doc.forEach(({ attrs: { anchor } }, position) => {
        if (anchor && names.has(anchor)) tr.setNodeAttribute(position, 'anchor', '');
        else if (anchor) names.add(anchor);
      });
      return tr.docChanged ? tr : null;
    },
  });
}

function countHeadings(doc: Node): number {
  return doc.children.filter(({ type }) => type.name === 'heading').length;
}
