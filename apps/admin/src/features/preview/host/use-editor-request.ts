import { useLocation, useNavigate } from '@tanstack/react-router';
import type { PreviewField } from '@threadline/schema/wire/preview';
import { useEffect, useState } from 'react';
import { useConfirmLeaving } from '../../../ui/use-confirm-leaving.ts';
import { createEntryId } from '../../content/model/entry-ids.ts';
import { type ItemKey, type PreviewedEditor, usePreviewOverrides } from './preview-overrides.ts';

export function isSameItem({ section, key }: ItemKey): (other: ItemKey) => boolean {
  return (other) => other.section === section && other.key === key;
}

interface Request {
  /** Marks the location that opens the editor. The request ends when the user goes elsewhere. */
  id: string;
  field: PreviewField;
  run: (editor: PreviewedEditor) => void;
}

/**
 * Returns a function that runs something in the editor of a field's item, and opens that first if necessary. It resolves to
 * false if the user stays at the text of another item.
 */
export function useEditorRequest() {
  const editors = usePreviewOverrides((all) => all.editors);
  const navigate = useNavigate();
  const confirmLeaving = useConfirmLeaving();
  const [request, setRequest] = useState<Request>();
  const openedBy = useLocation({ select: ({ state }) => state.actionId });
  const editor = request && request.id === openedBy ? editors.find(isSameItem(request.field)) : undefined;
  useEffect(() => {
    if (!request || !editor) return;
    setRequest(undefined);
    // After the effects: it may render the form and focus what is new there.
    queueMicrotask(() => request.run(editor));
  }, [request, editor]);

  return async (field: PreviewField, run: Request['run']): Promise<boolean> => {
    setRequest(undefined);
    const open = editors.find(isSameItem(field));
    if (open) {
      run(open);
      return true;
    }
    // Asked here, because a navigation that the user refuses never ends.
    if (!(await confirmLeaving())) return false;
    const { section, key, pointer } = field;
    const id = createEntryId();
    setRequest({ id, field, run });
    navigate({ to: '/content', search: { section, item: key, field: pointer }, state: { actionId: id } });
    return true;
  };
}

export type RequestEditor = ReturnType<typeof useEditorRequest>;
