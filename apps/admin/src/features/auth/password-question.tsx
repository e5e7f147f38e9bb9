import { Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { PasswordQuestion as Question } from '../../api/ask-password.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { describePurpose } from './describe-purpose.ts';
import { CurrentPasswordInput } from './password-inputs.tsx';

interface PasswordQuestionProps extends Question {
  /** Called with undefined if the user cancels. */
  onAnswer: (password: string | undefined) => void;
}

/** Asks for the password during a request that requires recent authentication, over the screen that sent it. */
export function PasswordQuestion({ request, mistake, onAnswer }: PasswordQuestionProps) {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '') onAnswer(password);
  };
  return (
    <Dialog opened onClose={() => onAnswer(undefined)} title="Confirm your password" centered size="26rem">
      <form onSubmit={submit} noValidate>
        <Stack gap={20}>
          <p>{describePurpose(request)}, enter your password again. We will not ask again for five minutes.</p>
          <CurrentPasswordInput
            data-autofocus
            label="Your password for this admin"
            value={password}
            error={mistake}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group gap={10} justify="flex-end">
            <Button onClick={() => onAnswer(undefined)}>Cancel</Button>
            <Button type="submit" variant="filled">
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
