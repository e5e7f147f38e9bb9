import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import classes from './account.module.css';

interface WithPasswordProps {
  text: string;
  error: Error | null;
  /** Fields before that of the password. */
  fields?: ReactNode;
  children: (password: string) => ReactNode;
}

/** A session left open must not be enough: what changes how one signs in asks for the password. */
export function WithPassword({ text, error, fields, children }: WithPasswordProps) {
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p>{text}</p>
      <ErrorAlert error={error} fallback="This did not work. Please try again." />
      {fields}
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        value={password}
        error={isTried && password === '' && 'Your current password is required'}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      />
      <div className={classes.buttons}>{children(password)}</div>
    </form>
  );
}
