import { Group, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './account.module.css';
import { ReauthenticateForm } from './password-inputs.tsx';

/** Returns whether the authenticator app is on and how many recovery codes are left. */
export function useSecondFactor() {
  return useQuery({
    queryKey: ['account', 'second-factor'],
    queryFn: () => unwrap(api.client.account['second-factor'].$get()),
  });
}

export function usePasskeys() {
  return useQuery({ queryKey: ['account', 'passkeys'], queryFn: () => unwrap(api.client.account.passkeys.$get()) });
}

/** Renews the recovery codes, which replace the authenticator app and passkeys alike. Empty without either. */
export function RecoveryPanel() {
  const secondFactor = useSecondFactor().data;
  const passkeys = usePasskeys().data?.passkeys ?? [];
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<string[]>();
  if (!secondFactor || !(secondFactor.isOn || passkeys.length > 0)) return null;
  return (
    <Panel title="Recovery codes">
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : (
        <ReauthenticateForm
          text={`${secondFactor.recoveryCodesLeft} of 10 recovery codes are left. Each signs you in once if you do not have your phone or your passkey at hand.`}
          action="Make new recovery codes"
          send={(currentPassword) =>
            unwrap(api.client.account['second-factor']['recovery-codes'].$post({ json: { currentPassword } }))
          }
          onSuccess={({ recoveryCodes }) => {
            setCodes(recoveryCodes);
            queryClient.invalidateQueries({ queryKey: ['account'] });
          }}
        />
      )}
    </Panel>
  );
}

/** Shows new recovery codes. They are shown once, because the server stores only their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Stack gap={14} p="md">
      <p role="status">
        <strong>Keep these recovery codes.</strong> Each signs you in once if you do not have your phone or your passkey
        at hand. They are not shown again.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap={10}>
        <CopyButton text={codes.join('\n')}>Copy them</CopyButton>
        <Button variant="filled" onClick={onDone}>
          I have saved them
        </Button>
      </Group>
    </Stack>
  );
}
