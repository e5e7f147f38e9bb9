import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Modal } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { Button } from './button.tsx';
import classes from './confirm.module.css';

export interface Question {
  title: string;
  text?: ReactNode;
  /** Words of the button that goes ahead. */
  action: string;
  /** Words of the other one. */
  cancel?: string;
  danger?: boolean;
}

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask>(() => Promise.resolve(false));

/** Asks before something cannot be undone; resolves to false when the person turns back. */
export function useConfirm(): Ask {
  return useContext(ConfirmContext);
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<{ question: Question; answer: (yes: boolean) => void }>();
  const [shown, setShown] = useState(false);
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((answer) => {
        setOpen({ question, answer });
        setShown(true);
      }),
    [],
  );
  const close = (yes: boolean) => {
    open?.answer(yes);
    setShown(false);
  };
  const { title, text, action, cancel = 'Cancel', danger = true } = open?.question ?? { title: '', action: '' };

  return (
    <ConfirmContext value={ask}>
      {children}
      <Modal opened={shown} onClose={() => close(false)} title={title} centered size="26rem">
        {text && <div className={classes.text}>{text}</div>}
        <div className={classes.actions}>
          <Button variant="filled" color={danger ? 'madder' : undefined} onClick={() => close(true)}>
            {action}
          </Button>
          <Button onClick={() => close(false)} data-autofocus>
            {cancel}
          </Button>
        </div>
      </Modal>
    </ConfirmContext>
  );
}
