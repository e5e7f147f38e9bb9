import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { usePasskeys, useSecondFactor } from './second-factor.ts';
import { WithPassword } from './with-password.tsx';

/** Recovery codes stand in for the app and for passkeys alike; without either there are none. */
export function RecoveryPanel() {
  const heading = useId();
  const factor = useSecondFactor().data;
  const passkeys = usePasskeys().data?.passkeys ?? [];
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<string[]>();
  const renew = useMutation({
    mutationFn: (currentPassword: string) =>
      answerOf(api.client.account['second-factor']['recovery-codes'].$post({ json: { currentPassword } })),
    onSuccess: ({ recoveryCodes }) => {
      setCodes(recoveryCodes);
      queryClient.invalidateQueries({ queryKey: ['account'] });
    },
  });
  if (!factor || !(factor.isOn || passkeys.length > 0)) return null;
  return (
    <section className="panel" aria-labelledby={heading}>
      <div className="panel-head">
        <h2 id={heading}>Recovery codes</h2>
      </div>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : (
        <WithPassword
          text={`${factor.recoveryCodesLeft} of 10 recovery codes are left. Each signs you in once when your phone or your passkey is not at hand.`}
          error={renew.error}
        >
          {(password) => (
            <Button type="submit" loading={renew.isPending} onClick={() => password && renew.mutate(password)}>
              Make new recovery codes
            </Button>
          )}
        </WithPassword>
      )}
    </section>
  );
}
