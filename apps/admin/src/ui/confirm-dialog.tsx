import { Group, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import type { Question } from './confirm.tsx';

interface ConfirmDialogProps {
  question: Question;
  shown: boolean;
  onAnswer: (yes: boolean) => void;
}

/** The confirmation. It stays mounted after the answer, so that it fades out and returns the focus. */
export function ConfirmDialog({ question, shown, onAnswer }: ConfirmDialogProps) {
  const { title, text, action, cancel = 'Cancel', danger = true } = question;
  // Opened after the first rendering: Mantine stores the focused element when `opened` changes.
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(shown), [shown]);
  return (
    <Modal opened={opened} onClose={() => onAnswer(false)} title={title} centered size="26rem">
      {text}
      <Group gap={10} mt={text ? 20 : 0}>
        <Button variant="filled" color={danger ? 'danger' : undefined} onClick={() => onAnswer(true)}>
          {action}
        </Button>
        <Button onClick={() => onAnswer(false)} data-autofocus>
          {cancel}
        </Button>
      </Group>
    </Modal>
  );
}
