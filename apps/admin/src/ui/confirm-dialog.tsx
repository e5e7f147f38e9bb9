import { Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import type { Answer, Question } from './confirm.tsx';
import classes from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  question: Question;
  shown: boolean;
  onAnswer: (answer: Answer) => void;
}

/** The confirmation. It stays mounted after the answer, so that it fades out and returns the focus. */
export function ConfirmDialog({ question, shown, onAnswer }: ConfirmDialogProps) {
  const { title, text, action, alternative, cancel = 'Cancel', danger = true } = question;
  // Opened after the first rendering: Mantine stores the focused element when `opened` changes.
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(shown), [shown]);
  return (
    <Dialog
      opened={opened}
      onClose={() => onAnswer('cancel')}
      title={title}
      centered
      size={alternative === undefined ? '26rem' : '34rem'}
    >
      {text}
      <Group gap={10} mt={text ? 20 : 0} justify="flex-end" className={classes.actions}>
        <Button onClick={() => onAnswer('cancel')} data-autofocus={alternative === undefined || undefined}>
          {cancel}
        </Button>
        {alternative !== undefined && <Button onClick={() => onAnswer('alternative')}>{alternative}</Button>}
        <Button
          variant="filled"
          color={danger ? 'danger' : undefined}
          onClick={() => onAnswer('action')}
          data-autofocus={alternative !== undefined || undefined}
        >
          {action}
        </Button>
      </Group>
    </Dialog>
  );
}
