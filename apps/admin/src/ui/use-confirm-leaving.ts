import { dropOpenEdits, hasOpenEdits } from '../store/unsaved.ts';
import { useConfirm } from './confirm.tsx';

/** Returns a function that asks before unsaved text is lost. It resolves to false if the user wants to stay. */
export function useConfirmLeaving(): () => Promise<boolean> {
  const confirm = useConfirm();
  return async () => {
    if (!hasOpenEdits()) return true;
    const leaves = await confirm({
      title: 'Leave without saving?',
      text: 'Your changes on this screen are not saved.',
      action: 'Leave and discard',
      cancel: 'Keep editing',
    });
    if (leaves) dropOpenEdits();
    return leaves;
  };
}
