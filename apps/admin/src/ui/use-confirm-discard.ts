import { useId } from 'react';
import { useUnsavedEdits } from '../store/open-edits.ts';
import { useConfirm } from './confirm.tsx';

/** Returns a function that closes a dialog, after a question if changes in it would be lost. */
export function useConfirmDiscard(isDirty: boolean, onClose: () => void): () => void {
  const confirm = useConfirm();
  useUnsavedEdits(useId(), isDirty);
  return async () => {
    const question = {
      title: 'Discard your changes?',
      text: 'The changes in this dialog are not saved.',
      action: 'Discard',
      cancel: 'Keep editing',
    };
    if (!isDirty || (await confirm(question))) onClose();
  };
}
