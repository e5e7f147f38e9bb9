import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createUserSchema, type Role, type User, updateUserSchema } from '@threadline/schema/user';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { answerOf, api, isApiError, sentenceOf } from '../../api/client.ts';
import { useSession } from '../../session.tsx';
import { setUnsaved } from '../../store/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { messages } from '../../ui/messages.ts';
import sidePanel from '../../ui/side-panel.module.css';
import { usePasswordHint } from '../auth/session-options.ts';
import { RoleSelect } from './role-select.tsx';
import classes from './users.module.css';

type Values = { name: string; email: string; password: string; role: Role; currentPassword: string };
type Errors = Partial<Record<keyof Values, string>>;

/** Spec §5: the rules and their texts come from the same schema that the server uses. */
export function userErrors(values: Values, isNew: boolean): Errors {
  const errors: Errors = {};
  const { currentPassword, ...fresh } = values;
  const { error } = isNew ? createUserSchema.safeParse(fresh) : updateUserSchema.safeParse(values);
  for (const issue of error?.issues ?? []) errors[issue.path[0] as keyof Values] ??= messageOf(issue);
  return errors;
}

/** The blank-or-password union reports the reasons of its second half one level deeper. */
function messageOf(issue: { message: string; code?: string; errors?: { message: string }[][] }): string {
  return issue.code === 'invalid_union' ? (issue.errors?.at(-1)?.[0]?.message ?? issue.message) : issue.message;
}

interface UserFormProps {
  /** The account that is edited; undefined for a new one. */
  user: User | undefined;
  me: User;
  onDone: () => void;
}

export function UserForm({ user, me, onDone }: UserFormProps) {
  const start: Values = {
    name: user?.name ?? '',
    email: user?.email ?? '',
    password: '',
    role: user?.role ?? 'admin',
    currentPassword: '',
  };
  const [values, setValues] = useState(start);
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const hint = usePasswordHint();
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveUser(user, onDone);
  const errors = { ...userErrors(values, !user), ...serverErrors(save.error) };
  const visible = (name: keyof Values) => (shown.has(name) ? errors[name] : undefined);
  const listed = (Object.keys(errors) as (keyof Values)[]).filter((name) => shown.has('all') && errors[name]);
  const isDirty = JSON.stringify(values) !== JSON.stringify(start);

  useEffect(() => {
    setUnsaved('user-form', isDirty ? 'open' : undefined);
    return () => setUnsaved('user-form', undefined);
  }, [isDirty]);
  useEffect(() => focusOn(form.current, 'name'), []);

  const bind = (name: Exclude<keyof Values, 'role'>) => ({
    name,
    value: values[name],
    error: visible(name),
    onBlur: () => values[name] !== start[name] && setShown((before) => new Set(before).add(name)),
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      save.reset();
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShown(new Set(['all', ...Object.keys(labels)]));
    const found = userErrors(values, !user);
    const [first] = Object.keys(found);
    if (first) return focusOn(form.current, first);
    save.mutate(values);
  };

  return (
    <aside className={`panel ${sidePanel.panel}`} aria-label={user ? 'Edit user' : 'Add a user'}>
      <div className="panel-head">
        <h2>{user ? `Edit ${user.name}` : 'Add a user'}</h2>
        <IconButton label="Close the form" onClick={onDone}>
          <IconX size={18} />
        </IconButton>
      </div>
      <form onSubmit={submit} noValidate ref={form}>
        {listed.length > 0 && (
          <div className="alert" role="alert">
            <div>
              <strong>
                {save.error
                  ? sentenceOf(save.error, messages.userFailed)
                  : listed.length === 1
                    ? '1 field needs a change.'
                    : `${listed.length} fields need a change.`}
              </strong>{' '}
              {listed.map((name) => (
                <button type="button" className="text-button" key={name} onClick={() => focusOn(form.current, name)}>
                  {labels[name]}
                </button>
              ))}
            </div>
          </div>
        )}
        {listed.length === 0 && <ErrorAlert error={save.error} fallback={messages.userFailed} />}
        <TextInput label="Name" autoComplete="off" {...bind('name')} />
        <TextInput label="Email" type="email" autoComplete="off" {...bind('email')} />
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          description={user ? 'Leave it blank to keep the current one.' : hint}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          {...bind('password')}
        />
        {user?._id === me._id && (values.password !== '' || values.email !== start.email) && (
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the current password' }}
            {...bind('currentPassword')}
          />
        )}
        <RoleSelect
          value={values.role}
          error={visible('role')}
          onChange={(role) => setValues((before) => ({ ...before, role }))}
        />
        <div className={classes.formButtons}>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {user ? 'Save' : 'Add user'}
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </form>
    </aside>
  );
}

const labels: Record<keyof Values, string> = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  currentPassword: 'Current password',
  role: 'Role',
};

function focusOn(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
}

function useSaveUser(user: User | undefined, onDone: () => void) {
  const queryClient = useQueryClient();
  const { updateUser, state } = useSession();
  return useMutation({
    mutationFn: ({ password, currentPassword, ...values }: Values) => {
      if (!user) return answerOf(api.client.auth['create-admin'].$post({ json: { ...values, password } }));
      const json = {
        ...values,
        ...(password !== '' && { password }),
        ...(currentPassword !== '' && { currentPassword }),
      };
      return answerOf(api.client.auth.users[':id'].$put({ param: { id: user._id }, json }));
    },
    onSuccess: (reply) => {
      if ('user' in state && reply.user._id === state.user._id) updateUser(reply.user);
      queryClient.invalidateQueries({ queryKey: ['users'] });
      queryClient.invalidateQueries({ queryKey: ['dashboard'] });
      setUnsaved('user-form', undefined);
      onDone();
    },
  });
}

function serverErrors(error: unknown): Errors {
  if (!isApiError(error)) return {};
  return Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer.slice(1), detail]));
}
