import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '@threadline/schema/passkey';
import { useId, useState } from 'react';
import { z } from 'zod';
import { api, unwrap } from '../../api/client.ts';
import { formatTimestamp } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import classes from './account.module.css';
import { usePasskeys } from './account-queries.ts';
import { getDeviceName } from './device-name.ts';
import { createPasskey } from './passkey-device.ts';
import { CurrentPasswordInput, ReauthenticateForm } from './reauthenticate-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { usePasskeySupport } from './session-options.ts';

/** The passkeys of the user's own account. The first one may come with recovery codes, which are shown once. */
export function PasskeysPanel({ onDone }: { onDone?: () => void }) {
  const heading = useId();
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
    <Loaded query={query} what="The passkeys could not be loaded." rows={2}>
      {({ passkeys }) => (
        <section className="panel" aria-labelledby={heading}>
          <div className="panel-head">
            <h2 id={heading}>Passkeys</h2>
          </div>
          {passkeys.length > 0 && (
            <ul className={classes.sessions}>
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onChanged={refresh} />
              ))}
            </ul>
          )}
          {codes && <RecoveryCodes codes={codes} onDone={hideCodes} />}
          {!codes && support?.isHere && <AddPasskeyForm onAdded={showCodes} />}
          {support?.isHere === false && <p className={classes.form}>{explainSupport(support.origin)}</p>}
        </section>
      )}
    </Loaded>
  );
}

function explainSupport(origin: string | null): string {
  if (origin === null) return 'Passkeys work only where a site has a domain name and https.';
  return `Passkeys of this site belong to ${origin}. Open the admin there to use or add one.`;
}

const nameSchema = z.string().trim().min(1, { error: 'Name is required' });

function AddPasskeyForm({ onAdded }: { onAdded: (recoveryCodes: string[]) => void }) {
  const { field, mutation, onSubmit, reset } = useApiForm({
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
      reset(); // Removes the password from the form.
      onAdded(recoveryCodes);
    },
  });
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <p>
        Sign in with your fingerprint, your face or the PIN of a device instead of a password. With a password, a
        passkey is the second factor.
      </p>
      <ErrorAlert error={mutation.error} fallback="This did not work. Please try again." />
      <TextInput label="Name of the passkey" maxLength={60} {...field('name')} />
      <CurrentPasswordInput {...field('currentPassword')} />
      <div className={classes.buttons}>
        <Button type="submit" loading={mutation.isPending}>
          Add a passkey
        </Button>
      </div>
    </form>
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
      <div>
        <strong>{name}</strong>
        <p className="meta">
          {lastUsedAt ? `Last used ${formatTimestamp(lastUsedAt)}` : 'Not used yet'} · added{' '}
          {formatTimestamp(createdAt)}
          {backedUp && ' · kept by your password manager'}
        </p>
      </div>
      {!openForm && (
        <div className={classes.buttons}>
          <Button onClick={() => setOpenForm('rename')} aria-label={`Rename ${name}`}>
            Rename
          </Button>
          <Button onClick={() => setOpenForm('remove')} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </div>
      )}
      {openForm === 'rename' && <RenameForm passkey={passkey} onChanged={finish} onCancel={close} />}
      {openForm === 'remove' && (
        <div className={classes.rowForm}>
          <ReauthenticateForm
            text="It will no longer sign you in, and other browsers are signed out."
            action="Remove it"
            send={(currentPassword) => unwrap(passkeyById.$delete({ param: { id }, json: { currentPassword } }))}
            onSuccess={finish}
          >
            <Button onClick={close}>Keep it</Button>
          </ReauthenticateForm>
        </div>
      )}
    </li>
  );
}

function RenameForm({ passkey, onChanged, onCancel }: PasskeyRowProps & { onCancel: () => void }) {
  const { field, mutation, onSubmit } = useApiForm({
    initialValues: { name: passkey.name },
    schema: z.object({ name: nameSchema }),
    send: (json) => unwrap(passkeyById.$patch({ param: { id: passkey.id }, json })),
    onSuccess: onChanged,
  });
  return (
    <form className={classes.rowForm} onSubmit={onSubmit} noValidate>
      <ErrorAlert error={mutation.error} fallback="The name could not be saved." />
      <TextInput label="Name" maxLength={60} {...field('name')} />
      <div className={classes.buttons}>
        <Button type="submit" variant="filled" loading={mutation.isPending}>
          Save the name
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
