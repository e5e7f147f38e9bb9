import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import classes from './account.module.css';
import { deviceName } from './device-name.ts';
import { makePasskey } from './passkey-device.ts';
import { PasskeyRow } from './passkey-row.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { usePasskeys } from './second-factor.ts';
import { usePasskeyPlace } from './session-options.ts';
import { WithPassword } from './with-password.tsx';

/** The passkeys of the own account. The first one may come with recovery codes, which are shown once. */
export function PasskeyPanel({ onKept }: { onKept?: () => void }) {
  const heading = useId();
  const query = usePasskeys();
  const queryClient = useQueryClient();
  const place = usePasskeyPlace();
  const [codes, setCodes] = useState<string[]>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['account'] });
  if (query.error && !query.data)
    return <LoadFailure what="The passkeys could not be loaded." error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <SkeletonRows rows={2} />;
  const { passkeys } = query.data;
  const added = (recoveryCodes: string[]) => {
    refresh();
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else onKept?.();
  };
  const kept = () => {
    setCodes(undefined);
    onKept?.();
  };
  return (
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
      {codes && <RecoveryCodes codes={codes} onDone={kept} />}
      {!codes && place?.isHere && <AddForm onAdded={added} />}
      {place?.isHere === false && <p className={classes.form}>{whyNot(place.origin)}</p>}
    </section>
  );
}

function whyNot(origin: string | null): string {
  if (origin === null) return 'Browsers take passkeys only where a site has a name and https.';
  return `Passkeys of this site belong to ${origin}. Open the admin there to use or add one.`;
}

function AddForm({ onAdded }: { onAdded: (recoveryCodes: string[]) => void }) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const [round, setRound] = useState(0);
  const add = useMutation({
    mutationFn: async (currentPassword: string) => {
      const { options } = await answerOf(api.client.account.passkeys.options.$post({ json: { currentPassword } }));
      const passkey = await makePasskey(options);
      return answerOf(api.client.account.passkeys.$post({ json: { name, passkey } }));
    },
    onSuccess: ({ recoveryCodes }) => {
      setRound((before) => before + 1);
      onAdded(recoveryCodes);
    },
  });
  return (
    <WithPassword
      // The password is gone from the form once it was used.
      key={round}
      text="Sign in with your finger, your face or the PIN of a device instead of a password. Next to a password, it is the second factor."
      error={add.error}
      fields={
        <TextInput
          label="Name of the passkey"
          value={name}
          maxLength={60}
          error={name.trim() === '' && 'Name is required'}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      }
    >
      {(password) => (
        <Button
          type="submit"
          loading={add.isPending}
          onClick={() => password && name.trim() !== '' && add.mutate(password)}
        >
          Add a passkey
        </Button>
      )}
    </WithPassword>
  );
}
