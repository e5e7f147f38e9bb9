import type { RichText } from '@threadline/schema/rich-text/rich-text';
import { getPlainText } from '@threadline/schema/rich-text/to-text';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import type { FormSteps } from '../editor/form-history.ts';
import { isEqual } from '../model/form-model.ts';
import { type EditorRequest, stepEnd } from './actions.ts';
import textClasses from './article-text.module.css';
import type { AttributeForms } from './attribute-form.tsx';
import { BlockForm } from './block-form.tsx';
import { createEditor } from './create-editor.ts';
import { openDocument, toStored } from './document.ts';
import { LinkPopover } from './link-popover.tsx';
import classes from './rich-text.module.css';
import { ShortcutList } from './shortcut-list.tsx';
import { SlashList } from './slash-list.tsx';
import { describeMenu } from './slash-menu.ts';
import { Toolbar } from './toolbar.tsx';

interface RichTextEditorProps {
  id: string;
  title: string;
  pointer: string;
  value: unknown;
  isInvalid: boolean;
  describedBy: string | undefined;
  forms: AttributeForms;
  steps: FormSteps | undefined;
  onChange: (value: unknown) => void;
  onBlur: () => void;
}

/** The caret stays this far from the edges, in px: the toolbar covers the upper one. */
const caretMargin = { top: 96, right: 5, bottom: 48, left: 5 };

/** The text of an article or a page. The editor owns the text while it is open, and reports every change. */
export function RichTextEditor(props: RichTextEditorProps) {
  const [request, setRequest] = useState<EditorRequest>();
  const [notice, setNotice] = useState('');
  const [isListing, setListing] = useState(false);
  const [editor] = useState(() =>
    createEditor({ content: props.value, ask: setRequest, notify: setNotice, steps: props.steps }),
  );
  const { isReadable, place } = useDocument(editor, props);
  useTextAttributes(editor, props);

  if (!isReadable) return <UnknownDocument value={props.value} />;
  const close = () => setRequest(undefined);
  return (
    <div className={classes.editor} data-rich-text="">
      <Toolbar
        editor={editor}
        controls={props.id}
        label={`Format: ${props.title}`}
        steps={props.steps}
        onAsk={setRequest}
        onShowShortcuts={() => setListing(true)}
      />
      <p role="status" className={classes.notice}>
        {notice}
      </p>
      <div ref={place} className={textClasses.text} />
      <SlashList editor={editor} onAsk={setRequest} />
      {request?.kind === 'link' && <LinkPopover editor={editor} forms={props.forms} onClose={close} />}
      {request?.kind === 'form' && <BlockForm {...request} editor={editor} forms={props.forms} onClose={close} />}
      {isListing && <ShortcutList onClose={() => setListing(false)} />}
    </div>
  );
}

/** Connects the editor with the value of the form. */
function useDocument(editor: Editor, { pointer, value, steps, onChange, onBlur }: RichTextEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isReadable] = useState(() => openDocument(editor.schema, value) !== undefined);
  /** Reported values that the form has not returned yet. While the user types, it can be several behind. */
  const pending = useRef<unknown[]>([]);
  const report = useEffectEvent(() => {
    const next = toStored(editor.state.doc);
    pending.current.push(next);
    onChange(next);
  });

  const reportBlur = useEffectEvent(() => onBlur());
  const isComposed = useRef(false);
  const divideSteps = useEffectEvent((transaction: Transaction) => {
    const { composing } = editor.view;
    const isMoved = transaction.selectionSet && !transaction.docChanged && !composing;
    if (transaction.getMeta(stepEnd) || isMoved || (composing && !isComposed.current)) steps?.closeStep();
    else if (composing) steps?.continueStep();
    isComposed.current = composing;
  });

  useEffect(() => {
    if (!place.current) return;
    const onTransaction = ({ transaction }: { transaction: Transaction }) => divideSteps(transaction);
    const onUpdate = () => report();
    const onTextBlur = () => reportBlur();
    editor.mount(place.current);
    editor.on('transaction', onTransaction).on('update', onUpdate).on('blur', onTextBlur);
    return () => {
      editor.off('transaction', onTransaction).off('update', onUpdate).off('blur', onTextBlur);
      editor.unmount();
    };
  }, [editor]);

  const reached = steps?.reached;
  // Any other value comes from Undo, or from a field that is reset.
  useEffect(() => {
    const index = pending.current.indexOf(value);
    if (index >= 0) {
      pending.current.splice(0, index + 1);
      return;
    }
    pending.current = [];
    const opened = openDocument(editor.schema, value);
    if (!opened || isEqual(value, toStored(editor.state.doc))) return;
    const isOnPage = document.activeElement instanceof HTMLIFrameElement;
    if (reached?.pointer === pointer && !isOnPage) editor.view.focus();
    editor.view.dispatch(replaceChange(editor.state, opened).setMeta('preventUpdate', true).scrollIntoView());
  }, [editor, value, reached, pointer]);

  return { isReadable, place };
}

/** Replaces the part that differs, and puts the caret at its end. */
function replaceChange({ doc, tr }: EditorState, next: Node): Transaction {
  const start = doc.content.findDiffStart(next.content);
  const end = doc.content.findDiffEnd(next.content);
  if (start === null || !end) return tr;
  // Both searches may count the same characters, such as those of a repeated word.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const changeEnd = end.b + overlap;
  tr.replace(start, end.a + overlap, next.slice(start, changeEnd));
  if (!tr.doc.eq(next)) tr.replaceWith(0, tr.doc.content.size, next.content);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(changeEnd), -1));
}

function useTextAttributes(editor: Editor, { id, title, pointer, isInvalid, describedBy }: RichTextEditorProps): void {
  useEffect(() => {
    const attributes: Record<string, string> = {
      id,
      'aria-label': title,
      'data-pointer': pointer,
      ...(isInvalid && { 'aria-invalid': 'true' }),
      ...(describedBy && { 'aria-describedby': describedBy }),
    };
    editor.setOptions({
      editorProps: {
        attributes: (state) => ({ ...attributes, ...describeMenu(state) }),
        scrollMargin: caretMargin,
        scrollThreshold: caretMargin,
      },
    });
  }, [editor, id, title, pointer, isInvalid, describedBy]);
}

/** A text that was written by a newer version of the product. */
function UnknownDocument({ value }: { value: unknown }) {
  return (
    <>
      <Alert tone="warning" role="status">
        This text contains parts that this version of Threadline cannot edit. It is shown without formatting. Update
        Threadline to edit it.
      </Alert>
      <div className={textClasses.text}>
        {getPlainText(value as RichText)
          .split('\n')
          .map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
      </div>
    </>
  );
}
