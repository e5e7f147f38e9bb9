import { Modal, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import classes from '../../ui/confirm.module.css';

interface PasswordQuestionProps {
  /** The error message for the previous password. */
  mistake: string | undefined;
  /** Called with undefined if the user cancels. */
  onAnswer: (password: string | undefined) => void;
}

/** Asks for the password during a request that requires recent authentication, over the screen that sent it. */
export function PasswordQuestion({ mistake, onAnswer }: PasswordQuestionProps) {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '') onAnswer(password);
  };
  return (
    <Modal opened onClose={() => onAnswer(undefined)} title="Confirm your password" centered size="26rem">
      <form onSubmit={submit} noValidate>
        <div className={classes.text}>
          This action gives access to others, exports data or deletes it permanently. Enter your password to continue.
          You are not asked again for five minutes.
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
            Continue
          </Button>
          <Button onClick={() => onAnswer(undefined)}>Cancel</Button>
        </div>
      </form>
    </Modal>
  );
}
