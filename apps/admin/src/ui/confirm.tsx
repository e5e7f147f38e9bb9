import { createContext, type ReactNode, useContext, useState } from 'react';
import { lazyComponent } from './lazy-component.tsx';
import { usePreloadOnInteraction } from './use-preload-on-interaction.ts';

const ConfirmDialog = lazyComponent('ConfirmDialog', () => import('./confirm-dialog.tsx'), {
  label: 'The confirmation',
  isDialog: true,
});

export interface Question {
  title: string;
  text?: ReactNode;
  /** The label of the button that confirms. */
  action: string;
  /** The label of a second way to go on. The first one is then the default. */
  alternative?: string;
  /** The label of the button that cancels. */
  cancel?: string;
  danger?: boolean;
}

export type Answer = 'action' | 'alternative' | 'cancel';

type Ask = (question: Question) => Promise<Answer>;

export type Confirm = (question: Question) => Promise<boolean>;

const AskContext = createContext<Ask>(() => Promise.resolve('cancel'));

/** Returns a function that asks a question and resolves to the pressed button. */
export function useQuestion(): Ask {
  return useContext(AskContext);
}

/** Returns a function that asks for a confirmation and resolves to false if the user cancels. */
export function useConfirm(): Confirm {
  const ask = useQuestion();
  return async (question) => (await ask(question)) === 'action';
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<{ question: Question; answer: (answer: Answer) => void }>();
  const [shown, setShown] = useState(false);
  const ask: Ask = (question) =>
    new Promise((answer) => {
      setOpen({ question, answer });
      setShown(true);
    });
  const close = (answer: Answer) => {
    open?.answer(answer);
    setShown(false);
  };
  const giveUp = () => {
    close('cancel');
    setOpen(undefined);
  };
  usePreloadOnInteraction(ConfirmDialog.preload);

  return (
    <AskContext value={ask}>
      {children}
      {open && <ConfirmDialog question={open.question} shown={shown} onAnswer={close} onClose={giveUp} />}
    </AskContext>
  );
}
