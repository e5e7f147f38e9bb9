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
  /** The label of the button that cancels. */
  cancel?: string;
  danger?: boolean;
}

export type Confirm = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));

/** Returns a function that asks for a confirmation and resolves to false if the user cancels. */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext);
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<{ question: Question; answer: (yes: boolean) => void }>();
  const [shown, setShown] = useState(false);
  const ask: Confirm = (question) =>
    new Promise((answer) => {
      setOpen({ question, answer });
      setShown(true);
    });
  const close = (yes: boolean) => {
    open?.answer(yes);
    setShown(false);
  };
  const giveUp = () => {
    close(false);
    setOpen(undefined);
  };
  usePreloadOnInteraction(ConfirmDialog.preload);

  return (
    <ConfirmContext value={ask}>
      {children}
      {open && <ConfirmDialog question={open.question} shown={shown} onAnswer={close} onClose={giveUp} />}
    </ConfirmContext>
  );
}
