import { Group } from '@mantine/core';
import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { ErrorAlert } from './alert.tsx';
import classes from './api-form.module.css';
import { Button } from './button.tsx';

interface ApiFormProps {
  /** The form of `useApiForm`. */
  form: {
    mutation: { error: unknown; isPending: boolean };
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  /** Above the error. */
  intro?: ReactNode;
  /** The error message when the server gave no reason; none if the fields show the error themselves. */
  fallback?: string;
  /** The label of the submit button; none while there is nothing to send. */
  action?: string | undefined;
  isPrimary?: boolean;
  /** Further buttons. */
  buttons?: ReactNode;
  children: ReactNode;
}

/** A form in a panel: the error of the server, the fields and the buttons. */
export function ApiForm({ form, intro, fallback, action, isPrimary, buttons, children }: ApiFormProps) {
  const { mutation, onSubmit } = form;
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {intro}
      {fallback && <ErrorAlert error={mutation.error} fallback={fallback} />}
      {children}
      {action && (
        <Group gap={10}>
          <Button type="submit" variant={isPrimary ? 'filled' : 'default'} loading={mutation.isPending}>
            {action}
          </Button>
          {buttons}
        </Group>
      )}
    </form>
  );
}

/** A field and its button in one line. */
export function InlineForm(props: ComponentProps<'form'>) {
  return <form className={classes.inline} {...props} />;
}

/** Fields side by side, below a heading. */
export function GridForm(props: ComponentProps<'form'>) {
  return <form className={classes.grid} {...props} />;
}
