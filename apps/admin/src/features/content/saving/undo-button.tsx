import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useStore } from '../../../store/create-store.ts';
import { type OpenForm, openForm } from '../../../store/open-form.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import classes from './undo-button.module.css';
import { useContentMutations } from './use-content-mutations.ts';

interface Step {
  label: string;
  run: () => unknown;
}

interface Steps {
  undo: Step | undefined;
  redo: Step | undefined;
}

/** Screens without content of the site: there, Undo would be taken for that of what they show. Pictures have their own. */
const withoutContent = /^\/(?:enquiries|images|users|log|account|settings)/;

/**
 * Undo and Redo of the user's last changes, one by one. While a form with unsaved text is open they are its steps, as on the
 * keyboard, and change nothing that is saved.
 */
export function UndoButton() {
  const { steps } = useContentMutations();
  const form = useStore(openForm);
  const isOffered = useLocation({ select: ({ pathname }) => !withoutContent.test(pathname) });
  // A step that is being sent is shown until the server has answered, so that its button keeps the focus.
  const [sending, setSending] = useState<Steps>();
  const shown = sending ?? combine(form, fromChanges(steps));
  const { undo, redo } = shown;
  if (!isOffered || !(undo || redo || form)) return null;
  const run = async (step: Step | undefined) => {
    if (sending || !step) return;
    setSending(shown);
    await step.run();
    setSending(undefined);
  };
  return (
    <div className={classes.steps}>
      <StepButton icon={IconArrowBackUp} action="Undo" step={undo} onClick={() => run(undo)} />
      <StepButton icon={IconArrowForwardUp} action="Redo" step={redo} onClick={() => run(redo)} />
      {undo && (
        // The name of the button says it too.
        <small className={classes.last} aria-hidden="true">
          Undo: {undo.label}
        </small>
      )}
    </div>
  );
}

function fromChanges({ undo, redo }: ReturnType<typeof useContentMutations>['steps']): Steps {
  return {
    undo: undo && { label: undo.description, run: undo.run },
    redo: redo && { label: redo.description, run: redo.run },
  };
}

/** The steps of the form. Once its text is the saved one again, Undo goes on with the saved changes. */
function combine(form: OpenForm | undefined, changes: Steps): Steps {
  if (!form) return changes;
  const { undo, redo } = fromForm(form);
  return { undo: form.ownsUndo ? undo : changes.undo, redo };
}

function fromForm({ undo, redo }: OpenForm): Steps {
  return {
    undo: undo && { label: `your unsaved change of “${undo.label}”`, run: undo.run },
    redo: redo && { label: `your unsaved change of “${redo.label}”`, run: redo.run },
  };
}

interface StepButtonProps {
  action: 'Undo' | 'Redo';
  icon: typeof IconArrowBackUp;
  step: Step | undefined;
  onClick: () => void;
}

/** Stays in its place without a step, so that no other button comes under the pointer, and keeps the focus. */
function StepButton({ action, step, ...props }: StepButtonProps) {
  return (
    <IconButton
      label={step ? `${action} ${step.label}` : action}
      aria-disabled={!step}
      data-disabled={!step || undefined}
      {...props}
    />
  );
}
