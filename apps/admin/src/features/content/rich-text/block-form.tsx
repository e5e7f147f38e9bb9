import { nodes } from '@threadline/schema/rich-text/nodes';
import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { useConfirmDiscard } from '../../../ui/use-confirm-discard.ts';
import { withArticle } from '../model/section-model.ts';
import type { FormBlock } from './actions.ts';
import { AttributeForm, type AttributeForms } from './attribute-form.tsx';
import { insertBlock } from './insert-block.ts';

interface BlockFormProps {
  editor: Editor;
  block: FormBlock;
  /** The block in the document; undefined for a new one. */
  position: number | undefined;
  forms: AttributeForms;
  onClose: () => void;
}

/** The dialog for the attributes of a picture, video, number, callout, quote or table. */
export function BlockForm({ editor, block, position, forms, onClose }: BlockFormProps) {
  const { label, attrs = {} } = nodes[block];
  const current = position === undefined ? undefined : editor.state.doc.nodeAt(position)?.attrs;
  const close = () => {
    onClose();
    // At once: Tiptap's own command waits for a frame, and keys that are pressed meanwhile would be lost.
    editor.view.focus();
  };
  const [isDirty, setDirty] = useState(false);
  const cancel = useConfirmDiscard(isDirty, close);
  const save = (attributes: Record<string, unknown>) => {
    const type = editor.schema.nodes[block];
    if (position === undefined && type) insertBlock(editor, type.create(attributes));
    else if (position !== undefined)
      editor.view.dispatch(editor.state.tr.setNodeMarkup(position, null, { ...current, ...attributes }));
    close();
  };
  return (
    <Dialog opened onClose={cancel} title={current ? label : `Add ${withArticle(label.toLowerCase())}`} size="34rem">
      <AttributeForm
        title={label}
        shape={attrs}
        value={current ?? {}}
        forms={forms}
        startsWithPicker={block === 'image' && !current}
        saveLabel={current ? 'Apply' : 'Add'}
        onSave={save}
        onCancel={cancel}
        onDirtyChange={setDirty}
      />
    </Dialog>
  );
}
