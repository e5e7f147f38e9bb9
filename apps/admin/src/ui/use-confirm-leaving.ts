import { dropOpenEdits, getSaveOpenEdits, hasOpenEdits } from '../store/unsaved.ts';
import { useQuestion } from './confirm.tsx';

/**
 * Returns a function that asks before unsaved text is lost, and saves it if the user wants that. It resolves to false if
 * the user wants to stay, or if the text was not saved.
 */
export function useConfirmLeaving(): () => Promise<boolean> {
  const ask = useQuestion();
  return async () => {
    if (!hasOpenEdits()) return true;
    const text = 'Your changes on this screen are not saved.';
    const save = getSaveOpenEdits();
    if (save) {
      const choices = { action: 'Save and continue', alternative: 'Discard', cancel: 'Keep editing', danger: false };
      const answer = await ask({ title: 'Save your changes?', text, ...choices });
      if (answer === 'action') return save();
      if (answer === 'cancel') return false;
    } else {
      const choices = { action: 'Discard', cancel: 'Keep editing' };
      if ((await ask({ title: 'Leave without saving?', text, ...choices })) === 'cancel') return false;
    }
    dropOpenEdits();
    return true;
  };
}
