import { TextInput } from '@mantine/core';
import { forgotPasswordSchema } from '@threadline/schema/wire/account';
import { api, unwrap } from '../../api/client.ts';
import { Alert, ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { messages } from '../../ui/messages.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { AuthLayout } from './auth-layout.tsx';
import classes from './login.module.css';
import { useSessionOptions } from './session-options.ts';

/** /admin/forgot: requests a password link by email. The reply does not reveal whether the account exists. */
export function ForgotScreen() {
  const options = useSessionOptions();
  const { field, mutation, onSubmit } = useApiForm({
    initialValues: { email: '' },
    schema: forgotPasswordSchema,
    send: (json) => unwrap(api.anonymous.auth['forgot-password'].$post({ json })),
  });
  return (
    <AuthLayout title="Forgot your password" description="We email you a link to choose a new one.">
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <ErrorAlert error={mutation.error} fallback={messages.userFailed} />
        {mutation.data && (
          <Alert tone="success" role="status">
            {mutation.data.message}
          </Alert>
        )}
        <TextInput label="Email" type="email" autoComplete="username" size="md" {...field('email')} />
        <Button type="submit" variant="filled" size="md" fullWidth loading={mutation.isPending}>
          Send the link
        </Button>
        <a className={classes.back} href="/admin/login">
          Back to sign in
        </a>
        {options?.sendsMail === false && (
          <Alert tone="warning" role="status">
            This site cannot send email at present. Ask a super admin to create a password reset link for you under User
            Management. If you are the only super admin, ask the server’s administrator.
          </Alert>
        )}
      </form>
    </AuthLayout>
  );
}
