import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FormSteps } from '../editor/undo-steps.ts';
import { isEqual } from '../model/form-model.ts';
import { stepEnd } from './history-keys.ts';

interface DocumentOptions {
  pointer: string;
  value: unknown;
  steps: FormSteps | undefined;
  /** Returns the document of a value; undefined if the editor cannot show all of it. */
  open: (value: unknown) => Node | undefined;
  /** Returns the value of a document. */
  toValue: (document: Node) => unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
}

/** Connects an editor with the value of a form. The editor owns the text while it is open, and reports every change. */
export function useDocument(editor: Editor, options: DocumentOptions) {
  const { pointer, value, steps } = options;
  const place = useRef<HTMLDivElement>(null);
  const [isReadable] = useState(() => options.open(value) !== undefined);
  /** Reported values that the form has not returned yet. While the user types, it can be several behind. */
  const pending = useRef<unknown[]>([]);
  const open = useEffectEvent(options.open);
  const isShown = useEffectEvent((next: Node) => isEqual(options.toValue(next), options.toValue(editor.state.doc)));
  const report = useEffectEvent(() => {
    const next = options.toValue(editor.state.doc);
    if (isEqual(next, pending.current.at(-1) ?? value)) return; // a text that only looks different
    pending.current.push(next);
    options.onChange(next);
  });

  const reportBlur = useEffectEvent(() => options.onBlur());
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
    const opened = open(value);
    if (!opened || isShown(opened)) return;
    const isOnPage = document.activeElement instanceof HTMLIFrameElement;
    if (reached?.pointer === pointer && !isOnPage) editor.view.focus();
    editor.view.dispatch(replaceChange(editor.state, opened).setMeta('preventUpdate', true).scrollIntoView());
  }, [editor, value, reached, pointer]);

  return { isReadable, place };
}

/** Replaces the part that differs, and puts the caret at its end. */
export function replaceChange({ doc, tr }: EditorState, next: Node): Transaction {
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
