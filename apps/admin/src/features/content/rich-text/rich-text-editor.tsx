import type { TextVariables } from '@threadline/schema/primitives/text-variables';
import type { RichText } from '@threadline/schema/rich-text/rich-text';
import { getPlainText } from '@threadline/schema/rich-text/to-text';
import type { Editor } from '@tiptap/core';
import type { EditorState } from '@tiptap/pm/state';
import { useEffect, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { setFocusedPart } from '../../preview/host/preview-overrides.ts';
import type { FormSteps } from '../editor/undo-steps.ts';
import { actionGroups, type EditorAction, type EditorRequest, openVariables } from './actions.ts';
import textClasses from './article-text.module.css';
import type { AttributeForms } from './attribute-form.tsx';
import { BlockForm } from './block-form.tsx';
import { findCaretPart } from './caret-part.ts';
import { createEditor } from './create-editor.ts';
import { openDocument, toStored } from './document.ts';
import { LinkPopover } from './link-popover.tsx';
import classes from './rich-text.module.css';
import { ShortcutList } from './shortcut-list.tsx';
import { chooseBlock } from './slash-menu.ts';
import { Toolbar } from './toolbar.tsx';
import { describeMenu } from './typed-menu.ts';
import { TypedMenuList } from './typed-menu-list.tsx';
import { useDocument } from './use-document.ts';

interface RichTextEditorProps {
  id: string;
  title: string;
  pointer: string;
  value: unknown;
  variables: TextVariables | undefined;
  isInvalid: boolean;
  describedBy: string | undefined;
  forms: AttributeForms;
  steps: FormSteps | undefined;
  onChange: (value: unknown) => void;
  onBlur: () => void;
}

const noVariables: TextVariables = {};

/** The caret stays this far from the edges, in px: the toolbar covers the upper one. */
const caretMargin = { top: 96, right: 5, bottom: 48, left: 5 };

/** The text of an article or a page. The editor owns the text while it is open, and reports every change. */
export function RichTextEditor(props: RichTextEditorProps) {
  const [request, setRequest] = useState<EditorRequest>();
  const [notice, setNotice] = useState('');
  const { variables = noVariables } = props;
  const [editor] = useState(() =>
    createEditor({ content: props.value, variables, ask: setRequest, notify: setNotice, steps: props.steps }),
  );
  const { isReadable, place } = useDocument(editor, {
    ...props,
    open: (value) => openDocument(editor.schema, value, variables),
    toValue: toStored,
  });
  useTextAttributes(editor, props);
  usePreviewedPart(editor, props.pointer);

  if (!isReadable) return <UnknownDocument value={props.value} />;
  const close = () => setRequest(undefined);
  const groups = props.variables ? [...actionGroups, [openVariables]] : actionGroups;
  return (
    <div className={classes.editor} data-rich-text="">
      <Toolbar
        editor={editor}
        groups={groups}
        links={props.forms.links}
        controls={props.id}
        label={`Format: ${props.title}`}
        steps={props.steps}
        onAsk={setRequest}
        notice={notice}
      />
      <div ref={place} className={textClasses.text} />
      <TypedMenuList
        editor={editor}
        emptyText="No block with this name. Press Esc to close."
        getName={({ name }: EditorAction) => name}
        onChoose={(action) => chooseBlock(editor, action, setRequest)}
      >
        {(action) => (
          <>
            <action.icon size={18} stroke={1.75} aria-hidden="true" />
            <span>{action.label}</span>
            {action.typed && <kbd>{action.typed}</kbd>}
          </>
        )}
      </TypedMenuList>
      {request?.kind === 'link' && <LinkPopover editor={editor} forms={props.forms} onClose={close} />}
      {request?.kind === 'form' && <BlockForm {...request} editor={editor} forms={props.forms} onClose={close} />}
      {request?.kind === 'shortcuts' && <ShortcutList actions={groups.flat()} onClose={close} />}
    </div>
  );
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
        attributes: (state) => ({
          ...attributes,
          ...describeMenu(state, { isMultiline: true }),
          ...describePart(state),
        }),
        scrollMargin: caretMargin,
        scrollThreshold: caretMargin,
      },
    });
  }, [editor, id, title, pointer, isInvalid, describedBy]);
}

/** Names the part with the caret. The preview reads it when the text gets the focus. */
function describePart(state: EditorState): Record<string, string> {
  const part = findCaretPart(state);
  return part === undefined ? {} : { 'data-part': part };
}

/** Lets the preview follow the caret. */
function usePreviewedPart(editor: Editor, pointer: string): void {
  useEffect(() => {
    const follow = () => {
      if (editor.view.hasFocus()) setFocusedPart(pointer, findCaretPart(editor.state));
    };
    editor.on('transaction', follow);
    return () => {
      editor.off('transaction', follow);
    };
  }, [editor, pointer]);
}

/** A text that was written by a newer version of the product. */
function UnknownDocument({ value }: { value: unknown }) {
  return (
    <>
      <Alert tone="warning" role="status">
        This text has parts that this version of the admin cannot edit, so it is shown without formatting. Ask the
        server’s administrator to update the software.
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
