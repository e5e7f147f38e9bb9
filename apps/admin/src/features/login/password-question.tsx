import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { Modal, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import classes from '../../ui/confirm.module.css';

interface PasswordQuestionProps {
  /** What was wrong with the one before. */
  mistake: string | undefined;
  /** Called with undefined when the person turns back. */
  onAnswer: (password: string | undefined) => void;
}

/** The question for the own password in the middle of a call, over whatever asked for it: nothing that was typed is lost. */
export function PasswordQuestion({ mistake, onAnswer }: PasswordQuestionProps) {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '') onAnswer(password);
  };
  return (
    <Modal opened onClose={() => onAnswer(undefined)} title="Your password, please" centered size="26rem">
      <form onSubmit={submit} noValidate>
        <div className={classes.text}>
          This opens or closes an account, hands out data, or shows the preview to others for more than a day, and you
          signed in a while ago. It goes on once you have given your password.
        </div>
        <div className={classes.text}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            data-autofocus
            value={password}
            error={mistake}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          />
        </div>
        <div className={classes.actions}>
          <Button type="submit" variant="filled">
            Go on
          </Button>
          <Button onClick={() => onAnswer(undefined)}>Cancel</Button>
        </div>
      </form>
    </Modal>
  );
}
