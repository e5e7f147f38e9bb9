import { PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  type MailEncryption,
  type MailSettings,
  mailSettingsChangeSchema,
} from '@threadline/schema/wire/mail-settings';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { ApiForm } from '../../ui/api-form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { RemoveSettings } from '../../ui/settings-panels.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { choosePort, encryptionOptions } from './encryption-labels.ts';
import { mailSettingsKey } from './mail-settings-key.ts';
import { findMailProvider, getMailProvider, type MailProviderId, mailProviders } from './providers.ts';

const providerOptions = Object.fromEntries(Object.entries(mailProviders).map(([id, { label }]) => [id, label]));

/** Sets the mail server. The stored password is never shown; an empty field keeps it. */
export function MailServerForm({ settings }: { settings: MailSettings }) {
  const { server, sender, isSenderFixed, isPasswordLost } = settings;
  const toast = useToast();
  const refresh = useRefreshMail();
  const encryption: MailEncryption = !server || server.encryption === 'if-offered' ? 'tls' : server.encryption;
  const form = useApiForm({
    initialValues: {
      host: server?.host ?? '',
      port: String(server?.port ?? 465),
      encryption: encryption as string,
      user: server?.user ?? '',
      password: '',
      sender,
    },
    schema: mailSettingsChangeSchema,
    unsavedId: 'mail-settings',
    send: ({ port, password, encryption: chosen, ...values }) =>
      unwrap(
        api.client['mail-settings'].$put({
          json: {
            ...values,
            port: Number(port),
            encryption: chosen as MailEncryption,
            ...(password !== '' && { password }),
          },
        }),
      ),
    onSuccess: () => {
      form.setValue('password', '');
      toast({ text: 'The email settings were saved. Send a test message to check them.' });
      refresh();
    },
  });
  const chooseEncryption = (next: string) => {
    form.setValue('encryption', next);
    form.setValue('port', choosePort(form.values.port, next as MailEncryption));
  };
  const [providerId, setProviderId] = useState<MailProviderId>(findMailProvider(server?.host ?? ''));
  const provider = getMailProvider(providerId);
  const chooseProvider = (id: string) => {
    setProviderId(id as MailProviderId);
    const { server: known } = getMailProvider(id as MailProviderId);
    if (!known) return;
    form.setValue('host', known.host);
    form.setValue('port', known.port);
    form.setValue('encryption', known.encryption);
  };
  const password = form.field('password');
  const keepsPassword = server?.hasPassword && !isPasswordLost && !password.error;
  return (
    <Panel title="Mail server">
      <ApiForm
        form={form}
        fallback="The email settings could not be saved."
        action="Save"
        isPrimary
        buttons={server && <TurnOff host={server.host} />}
      >
        <SelectField
          label="Provider"
          size="sm"
          options={providerOptions}
          value={providerId}
          onChange={chooseProvider}
        />
        <TextInput
          label="Server name"
          description="Your provider calls it SMTP server or outgoing server, for example smtp.example.org."
          autoComplete="off"
          {...form.field('host')}
        />
        <SelectField
          label="Encryption"
          size="sm"
          options={encryptionOptions}
          {...form.field('encryption')}
          value={form.values.encryption}
          onChange={chooseEncryption}
        />
        <TextInput label="Port" inputMode="numeric" autoComplete="off" {...form.field('port')} />
        <TextInput
          label="User"
          description="Often your email address. Leave it blank if the server needs no sign-in."
          autoComplete="off"
          {...form.field('user')}
        />
        <PasswordInput
          label="Password"
          description={keepsPassword ? 'Saved. Leave it blank to keep it.' : provider.passwordHint}
          placeholder={keepsPassword ? '••••••••' : undefined}
          autoComplete="new-password"
          {...password}
        />
        <TextInput
          label="Sender address"
          description={
            isSenderFixed
              ? 'Set by the server’s administrator.'
              : 'Recipients see it. It has to belong to the user above, or to the same domain.'
          }
          type="email"
          autoComplete="off"
          readOnly={isSenderFixed}
          {...form.field('sender')}
        />
      </ApiForm>
    </Panel>
  );
}

function TurnOff({ host }: { host: string }) {
  return (
    <RemoveSettings
      action="Stop sending email"
      title={`Stop sending email through ${host}?`}
      text="The settings and the password are deleted. Until email is set up again, messages wait in the outbox."
      fallback="The email settings could not be deleted."
      remove={() => unwrap(api.client['mail-settings'].$delete())}
      onRemoved={useRefreshMail()}
    />
  );
}

/** Returns a function that loads what the mail server decides again: also the notices of other screens. */
function useRefreshMail() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [mailSettingsKey, ['outbox'], ['enquiries']]) queryClient.invalidateQueries({ queryKey });
  };
}
