import { PasswordInput } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { ErrorAlert } from './alert.tsx';
import { ApiForm } from './api-form.tsx';
import { Button } from './button.tsx';
import { useConfirm } from './confirm.tsx';
import { Panel } from './panel.tsx';
import { SelectField } from './select-field.tsx';
import { useToast } from './toast.tsx';
import { type ApiFormOptions, useApiForm } from './use-api-form.ts';

interface SettingsFormOptions<Values extends Record<string, string>, Secret extends keyof Values & string, Reply>
  extends Pick<ApiFormOptions<Values, Reply>, 'initialValues' | 'schema'> {
  unsavedId: string;
  /** The field of the password or key of the service. The server never returns it. */
  secretField: Secret;
  /** Saves the values. They have no secret if none was entered: the server keeps the stored one. */
  save: (values: Omit<Values, Secret> & { [name in Secret]?: string }) => Promise<Reply>;
  /** Shown in a message about `unsavedId`. */
  savedMessage: string;
  onSaved?: (() => void) | undefined;
  /** The queries that depend on the settings. */
  queryKeys: readonly QueryKey[];
}

/** Returns the state of a form with the settings of a service, such as the mail server, and its secret. */
export function useSettingsForm<Values extends Record<string, string>, Secret extends keyof Values & string, Reply>(
  options: SettingsFormOptions<Values, Secret, Reply>,
) {
  const { secretField, save, savedMessage, onSaved, queryKeys, ...formOptions } = options;
  const toast = useToast();
  const queryClient = useQueryClient();
  const refresh = () => {
    for (const queryKey of queryKeys) queryClient.invalidateQueries({ queryKey });
  };
  const form = useApiForm<Values, Reply>({
    ...formOptions,
    send: ({ [secretField]: secret, ...others }) =>
      save({ ...others, ...(secret !== '' && { [secretField]: secret }) }),
    onSuccess: (_, values) => {
      form.keep({ ...values, [secretField]: '' });
      form.setValue(secretField, '');
      toast({ text: savedMessage, about: formOptions.unsavedId });
      refresh();
      onSaved?.();
    },
  });
  return { ...form, refresh };
}

interface SettingsFormProps {
  /** The form of `useSettingsForm`. */
  form: ComponentProps<typeof ApiForm>['form'] & { refresh: () => void };
  title: string;
  /** The error message when the server gave no reason. */
  fallback: string;
  /** The label of the submit button; none until a provider is chosen. */
  action: string | undefined;
  /** How saved settings are removed. Nothing is saved yet without it. */
  removal: Removal | null;
  children: ReactNode;
}

/** The settings of a service in a panel, with the buttons that save and remove them. */
export function SettingsForm({ form, title, removal, ...rest }: SettingsFormProps) {
  return (
    <Panel title={title}>
      <ApiForm
        form={form}
        isPrimary
        buttons={removal && <RemoveButton removal={removal} onRemoved={form.refresh} />}
        {...rest}
      />
    </Panel>
  );
}

interface Removal {
  /** The label of the button, here and in the question. */
  action: string;
  title: string;
  text: string;
  /** The error message when the server gave no reason. */
  fallback: string;
  remove: () => Promise<unknown>;
}

function RemoveButton({ removal, onRemoved }: { removal: Removal; onRemoved: () => void }) {
  const { action, title, text, fallback, remove } = removal;
  const confirm = useConfirm();
  const mutation = useMutation({ mutationFn: remove, onSuccess: onRemoved });
  const ask = async () => {
    if (await confirm({ title, text, action, danger: true })) mutation.mutate();
  };
  return (
    <>
      <Button loading={mutation.isPending} onClick={ask}>
        {action}
      </Button>
      <ErrorAlert error={mutation.error} fallback={fallback} />
    </>
  );
}

interface ProviderSelectProps<Id extends string> {
  /** The question that the choice answers. */
  label: string;
  description?: string | undefined;
  providers: Readonly<Record<Id, { label: string }>>;
  /** The choice while there is no provider. */
  none: string;
  value: Id | undefined;
  onChange: (id: Id) => void;
}

/** Chooses the provider of a service. */
export function ProviderSelect<Id extends string>(props: ProviderSelectProps<Id>) {
  const { providers, none, value, onChange, ...texts } = props;
  const labels = Object.entries<{ label: string }>(providers).map(([id, { label }]) => [id, label]);
  const options = Object.fromEntries(value === undefined ? [['', none], ...labels] : labels);
  return (
    <SelectField {...texts} size="sm" options={options} value={value ?? ''} onChange={(id) => onChange(id as Id)} />
  );
}

interface SecretInputProps {
  /** The props of the field. */
  field: ReturnType<ReturnType<typeof useApiForm>['field']>;
  label: string;
  /** Whether the server has a secret that it can read. */
  isStored: boolean;
  /** Shown while a secret has to be entered. */
  hint: string;
}

/** The password or key of a service. The stored one is never shown; an empty field keeps it. */
export function SecretInput({ field, label, isStored, hint }: SecretInputProps) {
  // The server refuses to use a stored secret with another service.
  const isOptional = isStored && !field.error;
  return (
    <PasswordInput
      label={label}
      description={isOptional ? 'Saved. Leave it blank to keep it.' : hint}
      placeholder={isOptional ? '••••••••' : undefined}
      autoComplete="new-password"
      {...field}
    />
  );
}
