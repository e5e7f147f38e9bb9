import { TextInput } from '@mantine/core';
import {
  type MailEncryption,
  type MailSettingName,
  type MailSettings,
  type MailTest,
  mailSettingsChangeSchema,
} from '@threadline/schema/wire/mail-settings';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { dashboardKey, enquiriesKey } from '../../api/query-keys.ts';
import { Alert } from '../../ui/alert.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ProviderSelect, SecretInput, SettingsForm, useSettingsForm } from '../../ui/settings-form.tsx';
import { describeSending } from '../enquiries/inbox/mail-notice.tsx';
import { choosePort, encryptionOptions, findPortMismatch } from './encryption-labels.ts';
import { mailSettingsKey } from './mail-settings-key.ts';
import {
  findMailProvider,
  getMailProvider,
  type MailProvider,
  type MailProviderId,
  mailProviders,
} from './providers.ts';

/** The subject of the message that the settings were saved. */
export const mailSettingsId = 'mail-settings';

/** A saved value with which a test message was not sent. */
interface FormFault {
  field: MailSettingName;
  detail: string;
}

/** The fields that a known provider leaves out. */
const serverFields: readonly MailSettingName[] = ['host', 'port', 'encryption'];

/** Returns the field of the form that caused a failed test; undefined if it is unknown, not shown or fixed. */
export function findFormFault(settings: MailSettings | undefined, test: MailTest | undefined): FormFault | undefined {
  if (settings?.source !== 'admin' || !settings.server || !test?.field) return undefined;
  const { field, detail } = test;
  const isKnownServer = findMailProvider(settings.server) !== 'other';
  const isFixed = field === 'sender' ? settings.isSenderFixed : isKnownServer && serverFields.includes(field);
  return isFixed ? undefined : { field, detail };
}

interface MailServerFormProps {
  settings: MailSettings;
  fault?: FormFault | undefined;
  onSaved?: () => void;
}

/** Sets the mail server. The stored password is never shown; an empty field keeps it. */
export function MailServerForm({ settings, fault, onSaved }: MailServerFormProps) {
  const { server, sender, isSenderFixed, isPasswordLost } = settings;
  const encryption: MailEncryption = !server || server.encryption === 'if-offered' ? 'tls' : server.encryption;
  const [providerId, setProviderId] = useState<MailProviderId | undefined>(
    server ? findMailProvider(server) : undefined,
  );
  /** A sender that the user has not chosen: it follows the user name. */
  const [proposedSender, setProposedSender] = useState(server ? '' : sender);
  const provider = providerId && getMailProvider(providerId);
  const isPasswordStored = Boolean(server?.hasPassword) && !isPasswordLost;
  const form = useSettingsForm({
    initialValues: {
      host: server?.host ?? '',
      port: String(server?.port ?? ''),
      encryption: encryption as string,
      user: server?.user ?? '',
      password: '',
      sender,
    },
    schema: provider?.server ? requireSignIn(isPasswordStored) : mailSettingsChangeSchema,
    unsavedId: mailSettingsId,
    secretField: 'password',
    save: ({ port, encryption: chosen, ...values }) =>
      unwrap(
        api.client['mail-settings'].$put({
          json: { ...values, port: Number(port), encryption: chosen as MailEncryption },
        }),
      ),
    savedMessage: 'The email settings were saved. A test message is being sent to you.',
    onSaved,
    // Other screens show notices about the mail server.
    queryKeys: [mailSettingsKey, ['outbox'], enquiriesKey, dashboardKey],
  });
  const field = useFieldsWithFault(form, fault);
  const chooseEncryption = (next: string) => {
    form.setValue('encryption', next);
    form.setValue('port', choosePort(form.values.port, next as MailEncryption));
  };
  const chooseProvider = (id: MailProviderId) => {
    setProviderId(id);
    const { server: known } = getMailProvider(id);
    // The server of a provider that was chosen before is not that of another one.
    form.setValue('host', known?.host ?? '');
    form.setValue('encryption', known?.encryption ?? 'tls');
    form.setValue('port', known?.port ?? choosePort('', 'tls'));
  };
  const proposeSender = () => {
    const user = form.values.user.trim();
    if (isSenderFixed || !user.includes('@') || !['', proposedSender].includes(form.values.sender)) return;
    form.setValue('sender', user);
    setProposedSender(user);
  };
  return (
    <SettingsForm
      form={form}
      title="Your email provider"
      fallback="The email settings could not be saved."
      action={provider && 'Save'}
      removal={
        server && {
          action: 'Stop sending email',
          title: `Stop sending email through ${server.host}?`,
          text: `The settings and the password are deleted, and messages wait in the outbox. ${describeSending('files')}`,
          fallback: 'The email settings could not be deleted.',
          remove: () => unwrap(api.client['mail-settings'].$delete()),
        }
      }
    >
      <ProviderSelect
        label="Which email do you use?"
        description={provider?.server && `Messages are sent through ${provider.server.host}.`}
        none="Choose your provider"
        providers={mailProviders}
        value={providerId}
        onChange={chooseProvider}
      />
      {provider && !provider.server && (
        <ServerFields
          field={field}
          encryption={form.values.encryption as MailEncryption}
          port={form.values.port}
          onEncryption={chooseEncryption}
        />
      )}
      {provider && (
        <MailboxFields
          field={field}
          provider={provider}
          isPasswordStored={isPasswordStored}
          isSenderFixed={isSenderFixed}
          onUserDone={proposeSender}
        />
      )}
    </SettingsForm>
  );
}

type GetField = (name: MailSettingName) => ComponentProps<typeof SecretInput>['field'];

interface FormFields {
  field: GetField;
  isDirty: (name: MailSettingName) => boolean;
  focusField: (name: string) => void;
}

/**
 * Returns the fields, with the reason of a failed test at its field until that is edited. The field gets the focus, unless
 * the user types in another one: a test can take a while.
 */
function useFieldsWithFault({ field, isDirty, focusField }: FormFields, fault: FormFault | undefined): GetField {
  const focus = useEffectEvent(focusField);
  const name = fault?.field;
  useEffect(() => {
    if (name === undefined || isTextField(document.activeElement)) return;
    focus(name);
    // The notice above the form says that the test failed.
    const screen = document.activeElement?.closest('[data-scrolls]');
    if (screen) screen.scrollTop = 0;
    document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [name]);
  return (each) => {
    const props = field(each);
    return each === name && !isDirty(each) ? { ...props, error: props.error ?? fault?.detail } : props;
  };
}

const isTextField = (element: Element | null) => element?.matches('input, textarea, select') ?? false;

interface ServerFieldsProps {
  field: GetField;
  encryption: MailEncryption;
  port: string;
  onEncryption: (encryption: string) => void;
}

/** The server of a provider that the form does not know. */
function ServerFields({ field, encryption, port, onEncryption }: ServerFieldsProps) {
  const mismatch = findPortMismatch(port.trim(), encryption);
  return (
    <>
      <TextInput
        label="Outgoing mail server (SMTP server)"
        description="Search for “SMTP” in your provider’s help: this value and the next two are listed there. For example smtp.example.org."
        autoComplete="off"
        {...field('host')}
      />
      <SelectField
        label="Secure connection (encryption)"
        description="Keep the standard unless your provider’s help names another one."
        size="sm"
        options={encryptionOptions}
        {...field('encryption')}
        value={encryption}
        onChange={onEncryption}
      />
      <TextInput label="Port" inputMode="numeric" autoComplete="off" {...field('port')} />
      {mismatch && (
        <Alert tone="warning" role="status">
          {mismatch}
        </Alert>
      )}
    </>
  );
}

interface MailboxFieldsProps {
  field: GetField;
  provider: MailProvider;
  isPasswordStored: boolean;
  isSenderFixed: boolean;
  /** Called when the user name has been entered. */
  onUserDone: () => void;
}

/** The mailbox that sends the messages. */
function MailboxFields({ field, provider, isPasswordStored, isSenderFixed, onUserDone }: MailboxFieldsProps) {
  const user = field('user');
  return (
    <>
      <TextInput
        label={provider.server ? 'Email address you sign in with (user name)' : 'User name'}
        description={
          provider.server
            ? undefined
            : 'The name you sign in with at your provider, often your email address. Leave it blank if none is needed.'
        }
        autoComplete="off"
        {...user}
        onBlur={() => {
          user.onBlur();
          onUserDone();
        }}
      />
      <SecretInput
        label="Password"
        isStored={isPasswordStored}
        hint={provider.passwordHint}
        field={field('password')}
      />
      <TextInput
        label="Sender address"
        description={
          isSenderFixed
            ? 'Set by the server’s administrator.'
            : 'The address that recipients see, usually the one you sign in with.'
        }
        type="email"
        autoComplete="off"
        readOnly={isSenderFixed}
        {...field('sender')}
      />
    </>
  );
}

/** The known providers accept messages only after a sign-in. Without this, the mistake would be seen when the first message fails. */
function requireSignIn(isPasswordStored: boolean) {
  const { user, password } = mailSettingsChangeSchema.shape;
  return mailSettingsChangeSchema.extend({
    user: user.min(1, { error: 'Enter the email address of the mailbox.' }),
    password: isPasswordStored ? password : password.unwrap().min(1, { error: 'Enter the password.' }),
  });
}
