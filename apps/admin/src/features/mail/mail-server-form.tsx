import { TextInput } from '@mantine/core';
import {
  type MailEncryption,
  type MailSettings,
  mailSettingsChangeSchema,
} from '@threadline/schema/wire/mail-settings';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { dashboardKey } from '../../api/query-keys.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { ProviderSelect, SecretInput, SettingsForm, useSettingsForm } from '../../ui/settings-form.tsx';
import { choosePort, encryptionOptions } from './encryption-labels.ts';
import { mailSettingsKey } from './mail-settings-key.ts';
import { findMailProvider, getMailProvider, type MailProviderId, mailProviders } from './providers.ts';

/** Sets the mail server. The stored password is never shown; an empty field keeps it. */
export function MailServerForm({ settings }: { settings: MailSettings }) {
  const { server, sender, isSenderFixed, isPasswordLost } = settings;
  const encryption: MailEncryption = !server || server.encryption === 'if-offered' ? 'tls' : server.encryption;
  const [providerId, setProviderId] = useState<MailProviderId>(findMailProvider(server?.host ?? ''));
  const provider = getMailProvider(providerId);
  const isPasswordStored = Boolean(server?.hasPassword) && !isPasswordLost;
  const form = useSettingsForm({
    initialValues: {
      host: server?.host ?? '',
      port: String(server?.port ?? 465),
      encryption: encryption as string,
      user: server?.user ?? '',
      password: '',
      sender,
    },
    schema: provider.server ? requireSignIn(provider.label, isPasswordStored) : mailSettingsChangeSchema,
    unsavedId: 'mail-settings',
    secretField: 'password',
    save: ({ port, encryption: chosen, ...values }) =>
      unwrap(
        api.client['mail-settings'].$put({
          json: { ...values, port: Number(port), encryption: chosen as MailEncryption },
        }),
      ),
    savedMessage: 'The email settings were saved. Send a test message to check them.',
    // Other screens show notices about the mail server.
    queryKeys: [mailSettingsKey, ['outbox'], ['enquiries'], dashboardKey],
  });
  const chooseEncryption = (next: string) => {
    form.setValue('encryption', next);
    form.setValue('port', choosePort(form.values.port, next as MailEncryption));
  };
  const chooseProvider = (id: MailProviderId) => {
    setProviderId(id);
    const { server: known } = getMailProvider(id);
    if (!known) return;
    form.setValue('host', known.host);
    form.setValue('port', known.port);
    form.setValue('encryption', known.encryption);
  };
  return (
    <SettingsForm
      form={form}
      title="Mail server"
      fallback="The email settings could not be saved."
      action="Save"
      removal={
        server && {
          action: 'Stop sending email',
          title: `Stop sending email through ${server.host}?`,
          text: 'The settings and the password are deleted. Until email is set up again, messages wait in the outbox.',
          fallback: 'The email settings could not be deleted.',
          remove: () => unwrap(api.client['mail-settings'].$delete()),
        }
      }
    >
      <ProviderSelect providers={mailProviders} value={providerId} onChange={chooseProvider} />
      <TextInput
        label="Server name"
        description="Your provider calls it SMTP server or outgoing server, for example smtp.example.org."
        autoComplete="off"
        {...form.field('host')}
      />
      <SelectField
        label="Encryption"
        description="Your email provider names it. TLS and STARTTLS protect messages equally; they use different ports."
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
      <SecretInput
        label="Password"
        isStored={isPasswordStored}
        hint={provider.passwordHint}
        field={form.field('password')}
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
    </SettingsForm>
  );
}

/** The known providers accept messages only after a sign-in. Without this, the mistake would be seen when the first message fails. */
function requireSignIn(provider: string, isPasswordStored: boolean) {
  return mailSettingsChangeSchema
    .refine(({ user }) => user !== '', {
      path: ['user'],
      error: `${provider} needs a user: usually your email address.`,
    })
    .refine(({ password }) => isPasswordStored || Boolean(password), {
      path: ['password'],
      error: 'Enter the password.',
    });
}
