import { Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '@threadline/schema/wire/passkey';
import { useState } from 'react';
import { z } from 'zod';
import { api, unwrap } from '../../api/client.ts';
import { formatDateTime } from '../../format/time.ts';
import { ApiForm } from '../../ui/api-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Note, RecordList } from '../../ui/record-list.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { getDeviceName } from './device-name.ts';
import { FormOnRequest } from './form-on-request.tsx';
import { createPasskey } from './passkey-device.ts';
import { CurrentPasswordInput, ReauthenticateForm } from './password-inputs.tsx';
import { RecoveryCodes, usePasskeys } from './recovery.tsx';
import { usePasskeySupport } from './session-options.ts';

/** The passkeys of the user's own account. The first one may come with recovery codes, which are shown once. */
export function PasskeysPanel({ onDone }: { onDone?: () => void }) {
  const query = usePasskeys();
  const queryClient = useQueryClient();
  const support = usePasskeySupport();
  const [codes, setCodes] = useState<string[]>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['account'] });
  const showCodes = (recoveryCodes: string[]) => {
    refresh();
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else onDone?.();
  };
  const hideCodes = () => {
    setCodes(undefined);
    onDone?.();
  };
  return (
    <Loaded query={query} heading="The passkeys could not be loaded." rows={2}>
      {({ passkeys }) => (
        <Panel title="Sign in with fingerprint or face">
          <RecordList items={passkeys}>
            {(passkey) => <PasskeyRow key={passkey.id} passkey={passkey} onChanged={refresh} />}
          </RecordList>
          {codes && <RecoveryCodes codes={codes} onDone={hideCodes} />}
          {!codes && support?.isHere && (
            <FormOnRequest text={purpose} action={addPasskey}>
              <AddPasskeyForm onAdded={showCodes} />
            </FormOnRequest>
          )}
          {support?.isHere === false && <Note>{explainSupport(support.origin)}</Note>}
        </Panel>
      )}
    </Loaded>
  );
}

function explainSupport(origin: string | null): string {
  if (origin === null) return 'Passkeys work only if the site has its own domain and its address begins with https://.';
  return `A passkey signs you in with your fingerprint, your face or the PIN of your device. Open the admin at ${origin} to add one: passkeys work only there.`;
}

const purpose =
  'A passkey signs you in with your fingerprint, your face or the PIN of your device instead of a password. It also counts as two-step verification.';
const addPasskey = 'Add a passkey';

const nameSchema = z.string().trim().min(1, { error: 'Name is required' });

function AddPasskeyForm({ onAdded }: { onAdded: (recoveryCodes: string[]) => void }) {
  const form = useApiForm({
    initialValues: { name: getDeviceName(navigator.userAgent), currentPassword: '' },
    schema: z.object({
      name: nameSchema,
      currentPassword: z.string().min(1, { error: 'Your current password is required' }),
    }),
    send: async ({ name, currentPassword }) => {
      const { options } = await unwrap(api.client.account.passkeys.options.$post({ json: { currentPassword } }));
      const passkey = await createPasskey(options);
      return unwrap(api.client.account.passkeys.$post({ json: { name, passkey } }));
    },
    onSuccess: ({ recoveryCodes }) => {
      form.reset(); // Removes the password from the form.
      onAdded(recoveryCodes);
    },
  });
  return (
    <ApiForm
      form={form}
      intro={<p>{purpose}</p>}
      fallback="The passkey could not be added. Try again."
      action={addPasskey}
    >
      <TextInput label="Name of the passkey" maxLength={60} {...form.field('name')} />
      <CurrentPasswordInput {...form.field('currentPassword')} />
    </ApiForm>
  );
}

const passkeyById = api.client.account.passkeys[':id'];

interface PasskeyRowProps {
  passkey: Passkey;
  onChanged: () => void;
}

function PasskeyRow({ passkey, onChanged }: PasskeyRowProps) {
  const { id, name, createdAt, lastUsedAt, backedUp } = passkey;
  const [openForm, setOpenForm] = useState<'rename' | 'remove'>();
  const close = () => setOpenForm(undefined);
  const finish = () => {
    close();
    onChanged();
  };
  return (
    <li>
      <Stack gap={0} flex={1}>
        <strong>{name}</strong>
        <small>
          {lastUsedAt ? `Last used ${formatDateTime(lastUsedAt)}` : 'Not used yet'} · added {formatDateTime(createdAt)}
          {backedUp && ' · synced by your password manager'}
        </small>
      </Stack>
      {!openForm && (
        <Group gap={10}>
          <Button onClick={() => setOpenForm('rename')} aria-label={`Rename ${name}`}>
            Rename
          </Button>
          <Button onClick={() => setOpenForm('remove')} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </Group>
      )}
      {openForm === 'rename' && <RenameForm passkey={passkey} onChanged={finish} onCancel={close} />}
      {openForm === 'remove' && (
        <ReauthenticateForm
          text="You can no longer sign in with it, and you will be signed out in your other browsers."
          action="Remove it"
          send={(currentPassword) => unwrap(passkeyById.$delete({ param: { id }, json: { currentPassword } }))}
          onSuccess={finish}
          buttons={<Button onClick={close}>Keep it</Button>}
        />
      )}
    </li>
  );
}

function RenameForm({ passkey, onChanged, onCancel }: PasskeyRowProps & { onCancel: () => void }) {
  const form = useApiForm({
    initialValues: { name: passkey.name },
    schema: z.object({ name: nameSchema }),
    send: (json) => unwrap(passkeyById.$patch({ param: { id: passkey.id }, json })),
    onSuccess: onChanged,
  });
  return (
    <ApiForm
      form={form}
      fallback="The name could not be saved."
      action="Save the name"
      isPrimary
      buttons={<Button onClick={onCancel}>Cancel</Button>}
    >
      <TextInput label="Name" maxLength={60} {...form.field('name')} />
    </ApiForm>
  );
}
