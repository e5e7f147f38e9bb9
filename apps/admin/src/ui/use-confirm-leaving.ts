import { checkOpenEdits, dropOpenEdits, getSaveOpenEdits, hasOpenEdits } from '../store/open-edits.ts';
import { useQuestion } from './confirm.tsx';

const notSaved = 'Your changes on this screen are not saved.';
const notValid = 'Your changes cannot be saved yet: the marked fields need a change.';

/**
 * Returns a function that asks before unsaved text is lost, and saves it if the user wants that and no field has an error.
 * It resolves to false if the user wants to stay, or if the text was not saved.
 */
export function useConfirmLeaving(): () => Promise<boolean> {
  const ask = useQuestion();
  return async () => {
    if (!hasOpenEdits()) return true;
    const isValid = checkOpenEdits();
    const save = isValid ? getSaveOpenEdits() : undefined;
    const loss = { title: 'Leave without saving?', text: isValid ? notSaved : notValid, action: 'Discard' };
    const choice = {
      title: 'Save your changes?',
      text: notSaved,
      action: 'Save and continue',
      alternative: 'Discard',
      danger: false,
    };
    const answer = await ask({ ...(save ? choice : loss), cancel: 'Keep editing' });
    if (answer === 'cancel') return false;
    if (save && answer === 'action') return save();
    dropOpenEdits();
    return true;
  };
}
