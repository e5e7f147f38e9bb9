import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AccountLink } from '@threadline/schema/account-link';
import { type Invite, inviteSchema, type User } from '@threadline/schema/user';
import { type FormEvent, useEffect, useState } from 'react';
import { answerOf, api, isApiError } from '../../api/client.ts';
import { setUnsaved } from '../../store/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { messages } from '../../ui/messages.ts';
import sidePanel from '../../ui/side-panel.module.css';
import { RoleSelect } from './role-select.tsx';
import classes from './users.module.css';

interface InviteFormProps {
  onInvited: (made: AccountLink, user: User) => void;
  onDone: () => void;
}

/** An account whose password is chosen by its owner. */
export function InviteForm({ onInvited, onDone }: InviteFormProps) {
  const queryClient = useQueryClient();
  const [values, setValues] = useState<Invite>({ name: '', email: '', role: 'admin' });
  const isDirty = values.name !== '' || values.email !== '';
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const invite = useMutation({
    mutationFn: () => answerOf(api.client.auth.invitations.$post({ json: values })),
    onSuccess: ({ success, user, ...made }) => {
      queryClient.invalidateQueries({ queryKey: ['users'] });
      setUnsaved('invite-form', undefined);
      onInvited(made, user);
    },
    onError: (error) =>
      isApiError(error) &&
      setWrong(Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer.slice(1), detail]))),
  });
  useEffect(() => {
    setUnsaved('invite-form', isDirty ? 'open' : undefined);
    return () => setUnsaved('invite-form', undefined);
  }, [isDirty]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const issues = inviteSchema.safeParse(values).error?.issues ?? [];
    setWrong(Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message])));
    if (issues.length === 0) invite.mutate();
  };
  const bind = (name: 'name' | 'email') => ({
    name,
    value: values[name],
    error: wrong[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });

  return (
    <aside className={`panel ${sidePanel.panel}`} aria-label="Invite somebody">
      <div className="panel-head">
        <h2>Invite somebody</h2>
        <IconButton label="Close the form" onClick={onDone}>
          <IconX size={18} />
        </IconButton>
      </div>
      <form onSubmit={submit} noValidate>
        <ErrorAlert error={invite.error} fallback={messages.userFailed} />
        <TextInput label="Name" data-autofocus {...bind('name')} />
        <TextInput label="Email" type="email" {...bind('email')} />
        <RoleSelect value={values.role} onChange={(role) => setValues((before) => ({ ...before, role }))} />
        <p className="meta">They choose their own password with a link that works once, for three days.</p>
        <div className={classes.formButtons}>
          <Button type="submit" variant="filled" loading={invite.isPending}>
            Invite
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </form>
    </aside>
  );
}
