import { type Editor, Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { FormSteps } from '../editor/undo-steps.ts';

/** The mark of a transaction after which the next change is a step of its own. */
export const stepEnd = 'stepEnd';

export function endStep({ view }: Pick<Editor, 'view'>): void {
  view.dispatch(view.state.tr.setMeta(stepEnd, true));
}

/** Undo and Redo of the form: an editor has no history of its own, so that Undo covers all fields in their order. */
export function createHistoryKeys(steps: Pick<FormSteps, 'undo' | 'redo'> | undefined) {
  const run = (step: 'undo' | 'redo') => () => {
    steps?.[step]();
    return true;
  };
  return Extension.create({
    name: 'historyKeys',
    priority: 150,
    addKeyboardShortcuts: () => ({ 'Mod-z': run('undo'), 'Mod-Shift-z': run('redo'), 'Mod-y': run('redo') }),
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handleDOMEvents: {
            // Composed text is one step of the history.
            compositionend(view) {
              setTimeout(() => view.isDestroyed || endStep({ view }));
              return false;
            },
            // The menus of browsers and of phones. Without the native step, the text and the form stay equal.
            beforeinput(_, event) {
              const step = event.inputType.match(/^history(Undo|Redo)$/)?.[1];
              if (!step) return false;
              event.preventDefault();
              return run(step === 'Undo' ? 'undo' : 'redo')();
            },
          },
        },
      }),
    ],
  });
}
