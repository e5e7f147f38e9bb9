import { stripTags } from '@threadline/schema/content/preview-tags';
import { type Editor, Extension } from '@tiptap/core';
import {
  DOMParser as BlockParser,
  type Fragment,
  type Node,
  type ResolvedPos,
  type Schema,
  Slice,
} from '@tiptap/pm/model';
import { AllSelection, Plugin, type Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { formatCount } from '../../../../format/numbers.ts';
import { toHref } from '../to-href.ts';
import { cleanHtml } from './clean-html.ts';
import { insertLinkedVideo } from './paste-video.ts';
import { parsePlainText } from './plain-text.ts';
import { maxPasteLength, removeEmbeddedFiles, sanitizeSource } from './sanitize-source.ts';

interface TrustedPolicy {
  /** Returns a `TrustedHTML`, which the types of the parser do not know. */
  createHTML(html: string): string;
}

const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: object): TrustedPolicy } };
// The document is only parsed, and nothing of it is shown: its nodes are built again by the grammar of rich text.
const policy = trustedTypes?.createPolicy('article-paste', { createHTML: (html: string) => html });

const maxTextLength = 200_000;
const tooLong = 'This is too much to paste at once. Paste it in several parts.';

type Notify = (message: string) => void;

/** Handles paste and drop. ProseMirror's own handling throws under the policy of the admin. */
export function createPasteHandler(notify: Notify) {
  return Extension.create({
    name: 'pasteHandler',
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin({
          props: {
            handleDOMEvents: {
              paste(view, event) {
                event.preventDefault();
                if (view.editable && event.clipboardData) insert(editor, event.clipboardData, notify);
                return true;
              },
              drop(view, event) {
                // Moving a part of the document stays with ProseMirror.
                if (view.dragging) return false;
                event.preventDefault();
                const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
                if (!view.editable || !event.dataTransfer || !place) return true;
                const { state } = view;
                view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(place.pos))));
                insert(editor, event.dataTransfer, notify);
                view.focus();
                return true;
              },
            },
          },
        }),
      ];
    },
  });
}

function insert(editor: Editor, data: DataTransfer, notify: Notify): void {
  const { view } = editor;
  const html = removeEmbeddedFiles(data.getData('text/html'));
  const text = stripTags(data.getData('text/plain'));
  if (html.length > maxPasteLength || text.length > maxTextLength) {
    notify(tooLong);
    return;
  }
  const files = [...data.files].filter(({ type }) => type.startsWith('image/')).length;
  const link = html === '' || !/\s/.test(text.trim()) ? toHref(text.trim()) : undefined;
  if (link && /^https?:/.test(link) && (linkSelection(view, link) || insertLinkedVideo(editor, link, notify))) return;
  const { content, pictureCount } =
    html.trim() === ''
      ? { content: parsePlainText(text, document.implementation.createHTMLDocument()), pictureCount: files }
      : parseHtml(html);
  if (content.textContent !== '' || content.querySelector('[data-block]')) {
    view.dispatch(
      insertContent(view.state.tr, content, view.state.schema)
        .setMeta('paste', true)
        .setMeta('uiEvent', 'paste')
        .scrollIntoView(),
    );
  }
  notify(describeDropped(pictureCount));
}

function parseHtml(html: string) {
  const source = sanitizeSource(stripTags(html));
  return cleanHtml(new DOMParser().parseFromString(policy?.createHTML(source) ?? source, 'text/html'));
}

function describeDropped(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? '1 picture could not be pasted. Insert it with the Image button.'
    : `${formatCount(count, 'picture')} could not be pasted. Insert them with the Image button.`;
}

/** Makes the selected text a link to the pasted address. Returns false without selected text in one block. */
function linkSelection({ state, dispatch }: EditorView, href: string): boolean {
  const { selection, schema, tr } = state;
  const { link } = schema.marks;
  if (!link || selection.empty || !selection.$from.sameParent(selection.$to) || !selection.$from.parent.isTextblock)
    return false;
  dispatch(tr.addMark(selection.from, selection.to, link.create({ href })));
  return true;
}

/**
 * Replaces the selection. Whole blocks replace an empty paragraph and selected blocks, so that a first heading stays a
 * heading, and a first table a table. Content that begins or ends with another block than text divides the text around it.
 */
export function insertContent(tr: Transaction, content: HTMLElement, schema: Schema): Transaction {
  const parser = BlockParser.fromSchema(schema);
  const blocks = findWholeBlocks(tr.selection);
  const parsed = parser.parse(content);
  if (blocks && !isSingleParagraph(parsed)) {
    tr.replaceRange(blocks.from, blocks.to, new Slice(parsed.content, 0, 0));
    return tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(blocks.to)), -1));
  }
  const isText = [parsed.firstChild, parsed.lastChild].every((block) => block?.isTextblock);
  if (isText || !isInFlow(tr.selection)) return tr.replaceSelection(parser.parseSlice(content));
  return insertBetween(tr.deleteSelection(), parsed.content);
}

/** Returns true for a selection within text. A table stays one table, whatever is pasted into it. */
function isInFlow({ $from, $to }: Selection): boolean {
  const isInTable = [$from, $to].some((place) => place.node(1)?.type.name === 'table');
  return $from.parent.isTextblock && $to.parent.isTextblock && !isInTable;
}

/** Inserts whole blocks at the caret: the text on both sides of it stays in blocks of its own. */
function insertBetween(tr: Transaction, blocks: Fragment): Transaction {
  let $at = tr.selection.$from;
  while ($at.depth > 0 && ($at.parent.isTextblock || !takesBlocks($at, blocks))) {
    const isAtStart = $at.index() === 0 && $at.textOffset === 0;
    const isAtEnd = $at.pos === $at.end();
    if (!isAtStart && !isAtEnd) tr.split($at.pos);
    $at = tr.doc.resolve(isAtStart ? $at.before() : isAtEnd ? $at.after() : $at.pos + 1);
  }
  const end = $at.pos + blocks.size;
  tr.insert($at.pos, blocks);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(end), -1));
}

/** Returns whether the node around a position may contain the blocks there. */
function takesBlocks($at: ResolvedPos, blocks: Fragment): boolean {
  return $at.parent.canReplace($at.index(), $at.index(), blocks);
}

/** Returns the range of an empty block, or of several blocks that are selected from begin to end. */
function findWholeBlocks(selection: Selection): { from: number; to: number } | undefined {
  const { $from, $to, empty } = selection;
  if (selection instanceof AllSelection) return { from: selection.from, to: selection.to };
  if (!$from.parent.isTextblock || $from.parentOffset > 0 || $to.parentOffset < $to.parent.content.size)
    return undefined;
  if (empty) return { from: $from.before(), to: $from.after() };
  return $from.depth === 1 && $to.depth === 1 && !$from.sameParent($to)
    ? { from: $from.before(), to: $to.after() }
    : undefined;
}

function isSingleParagraph({ childCount, firstChild }: Node): boolean {
  return childCount === 1 && firstChild?.type.name === 'paragraph';
}
