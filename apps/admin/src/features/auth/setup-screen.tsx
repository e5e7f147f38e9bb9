import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { setupSchema } from '@threadline/schema/wire/account';
import { api, unwrap } from '../../api/client.ts';
import { useSession } from '../../session.tsx';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { messages } from '../../ui/messages.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { AuthLayout } from './auth-layout.tsx';
import classes from './login.module.css';
import { NewPasswordInput } from './password-inputs.tsx';

/** /admin/setup#<token>: creates the first account with the link that the first start prints. */
export function SetupScreen() {
  const { begin } = useSession();
  const navigate = useNavigate();
  const { field, mutation, onSubmit, values } = useApiForm({
    initialValues: { name: '', email: '', password: '', token: window.location.hash.slice(1) },
    schema: setupSchema,
    send: (json) => unwrap(api.anonymous.setup.$post({ json })),
    onSuccess: (reply) => {
      begin(reply);
      navigate({ to: '/', replace: true });
    },
  });
  return (
    <AuthLayout title="Set up" description="Create the first account. It has full access.">
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <ErrorAlert error={mutation.error} fallback={messages.userFailed} />
        <TextInput label="Name" size="md" autoComplete="name" {...field('name')} />
        <TextInput label="Email" size="md" type="email" autoComplete="username" {...field('email')} />
        <NewPasswordInput label="Password" size="md" owner={values} {...field('password')} />
        <Button type="submit" variant="filled" size="md" fullWidth loading={mutation.isPending}>
          Create the account
        </Button>
      </form>
    </AuthLayout>
  );
}
