import { findVideo } from '@threadline/schema/primitives/video-link';
import type { Editor } from '@tiptap/core';
import { describeVideoError, fetchLinkedVideo } from '../../../images/linked-video.ts';
import { insertBlock } from '../insert-block.ts';

type Notify = (message: string) => void;

/** Inserts a video block for an address of YouTube or Vimeo in an empty paragraph. Returns false for anything else. */
export function insertLinkedVideo(editor: Editor, href: string, notify: Notify): boolean {
  const { $from, empty } = editor.state.selection;
  const isInEmptyParagraph =
    empty && $from.depth === 1 && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
  const type = editor.schema.nodes.video;
  if (!isInEmptyParagraph || !type || !findVideo(href)) return false;
  insertBlock(editor, type.create({ href }));
  notify('Fetching the title and the poster image…');
  fetchLinkedVideo(href).then(
    (details) => {
      fillVideo(editor, href, details);
      notify('');
    },
    (error: unknown) => {
      notify(describeVideoError(error));
      const clear = () => {
        if (lacksDetails(editor, href)) return;
        editor.off('update', clear);
        notify('');
      };
      editor.on('update', clear);
    },
  );
  return true;
}

/** Returns whether a block shows the video without a title or a poster image. */
function lacksDetails({ state }: Editor, href: string): boolean {
  let isFound = false;
  state.doc.descendants(({ type, attrs }) => {
    if (type.name === 'video' && attrs.href === href) isFound ||= attrs.title === '' || attrs.poster === '';
  });
  return isFound;
}

/** Sets title and poster image of the blocks that show a video and still lack them. */
function fillVideo({ state, view }: Editor, href: string, details: { title: string; poster: string }): void {
  const { tr } = state;
  state.doc.descendants(({ type, attrs }, position) => {
    if (type.name !== 'video' || attrs.href !== href) return;
    const { title, poster } = attrs;
    tr.setNodeMarkup(position, null, { ...attrs, title: title || details.title, poster: poster || details.poster });
  });
  if (tr.docChanged) view.dispatch(tr);
}
